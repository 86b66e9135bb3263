#include "cudacpu.h"
