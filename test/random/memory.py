"""Which arrays a case works on, and the driver that calls it on disjoint, equal and overlapping memory."""
from arrays import POINTERS, Array
from case import NAMES_OF_ARRAYS, SIZES

MARGIN = 4  # elements an overlapping pointer may be moved by


def choose_arrays(case):
    random = case.random
    names = random.sample(NAMES_OF_ARRAYS, len(NAMES_OF_ARRAYS))
    style = random.choice(["pointer", "restrict", "restrict", "restrict", "reference", "vector-parameter",
                           "vector-parameter", "span", "mixed", "global"])
    case.struct_name, case.record_name = f"S{case.number}", f"P{case.number}"
    case.record = case.chance(0.12)
    for position in range(random.randint(2, 4)):
        kind = random.choice(POINTERS + ("reference", "vector-parameter")) if style == "mixed" else style
        in_struct = bool(case.struct) and case.chance(0.7)
        if not in_struct and case.friendly and kind == "pointer" and case.chance(0.6):
            kind = "restrict"
        if in_struct:
            kind = random.choice(["member-pointer", "member-vector", "member-vector", "member-array", "member-array"])
        array = add_array(case, names.pop(), kind)
        if in_struct:
            array.prefix = {"reference": "s.", "pointer": "s->", "method": random.choice(["", "", "this->"])}[case.struct]
        elif case.record and case.chance(0.6) and kind != "global":
            array.element, array.value_type, array.fields = case.record_name, case.elements[0], [".x", ".y", ".z"]
        elif position and kind != "global" and case.chance(0.3):
            array.read_only = True
    for _ in range(random.choice([0, 1, 1, 2])):
        kind = random.choice(["local", "local", "std-array", "vector", "vector", "vector", "new", "malloc", "unique"])
        name = random.choice(["t", "tmp", "buf", "tmp2", "work"])
        if not any(a.name == name for a in case.arrays):
            temporary = add_array(case, name, kind)
            temporary.declared_with = [dict(call) for call in case.calls]
            temporary.initialised = kind in ("vector", "unique", "std-array") or case.chance(0.3)
    case.taken |= {array.name for array in case.arrays}


def add_array(case, name, kind):
    rank = case.random.randint(2, case.depth) if case.depth > 1 and case.chance(0.65) else 1
    constant = kind in ("local", "reference", "global", "member-array")
    flat = rank > 1 and (not constant or case.chance(0.3))
    if kind == "std-array":
        rank, flat = 1, False
    if kind == "global":
        name += f"_{case.number}"  # never a name of <math.h>
    array = Array(name, kind, case.random.choice(case.elements), rank, flat, SIZES[1:rank])
    if flat and case.chance(0.2):  # rows of a length that has nothing to do with the loops
        array.sizes = [case.random.choice(SIZES[:case.depth]) for _ in array.sizes]
    array.axis = case.random.choice([0, 0, case.depth - 1])
    case.arrays.append(array)
    return array


def lay_out(case):
    """Fixes every size; false if the case cannot be."""
    for array in case.arrays:
        if array.kind in POINTERS and not case.has_unsigned_index:
            array.negative_start = case.chance(0.5)
        if not array.lay_out(case.calls):
            return False
    return True


def is_parameter(array):
    return array.parameter() is not None


def struct_text(case):
    """The struct types of a case, before its function; a method's class is left open."""
    lines = []
    if any(array.fields for array in case.arrays):
        lines += [f"struct {case.record_name} {{", f"  {case.elements[0]} x, y, z;",
                  "  template <class F> void each(F Function) { Function(x), Function(y), Function(z); }",
              "  template <class F> void each(F Function) const { Function(x), Function(y), Function(z); }", "};"]
    if case.struct:
        lines.append(f"struct {case.struct_name} {{")
        lines += ["  " + array.member() for array in case.arrays if array.member()]
        if case.sizes_in_struct:
            lines.append(f"  {case.size_type} {', '.join(SIZES[:case.depth])};")
        if case.struct != "method":
            lines.append("};")
    return lines


def driver(case, function):
    """Lines of `static void run_N()`: every call on every layout."""
    lines = [f"[[clang::optnone]] static void run_{case.number}() {{"]
    number = 0
    for call_index, call in enumerate(case.calls):
        for layout in layouts(case):
            lines += [f"  begin({case.number * 131 + number}u);", "  {"]
            lines += ["    " + line for line in one_call(case, function, call_index, call, layout)]
            lines += ["  }", f"  end({case.number}, {number});"]
            number += 1
    return lines + ["}"]


def layouts(case):
    """Disjoint memory always; overlapping and equal where the language lets the parameters overlap."""
    found = [None]
    if sum(array.kind == "pointer" for array in case.arrays) > 1:
        found += [0, case.random.choice([1, -1, 2, -3])]
    elif sum(array.kind in ("vector-parameter", "reference") for array in case.arrays) > 1:
        found.append(0)
    return found


def one_call(case, function, index, call, shift):
    lines, arguments = [], []
    shared = {}  # type of memory -> the object in which overlapping parameters lie
    for array in case.arrays:
        if array.kind == "global":
            continue
        text, argument = storage(case, array, index, shift, shared)
        lines += text
        if is_parameter(array):
            arguments.append(argument)
    globals_ = [array for array in case.arrays if array.kind == "global"]
    lines += [f"fill({array.name});" for array in globals_]
    if case.struct:
        lines.append(f"static {case.struct_name} s;")
        for array in case.arrays:
            if array.member():
                lines.append(member_setup(array))
        if case.sizes_in_struct:
            lines += [f"s.{size} = {call[size]};" for size in SIZES[:case.depth]]
        if case.struct != "method":
            arguments.insert(0, "&s" if case.struct == "pointer" else "s")
    if not case.sizes_in_struct:
        arguments += [str(call[size]) for size in SIZES[:case.depth]]
    target = f"s.{function}" if case.struct == "method" else function
    lines.append(f"mix({target}({', '.join(arguments)}));" if case.returns else f"{target}({', '.join(arguments)});")
    for array in case.arrays:
        if array.member():
            lines.append(member_hash(array))
    return lines + [f"mix({array.name});" for array in globals_]


def storage(case, array, index, shift, shared):
    """(declarations, argument) of one array's memory in one call."""
    name = f"{array.name}_memory"
    low, high = array.low[index], array.high[index]
    if array.is_table:
        return [f"std::vector<int> {name}({high + 1});", f"for (int &e : {name}) e = next() >> 9 & 7;"], f"{name}.data()"
    kind = array.kind
    if kind == "pointer" and shift is not None:
        key = ("pointer", array.element)
        if key not in shared:
            peers = [a for a in case.arrays if a.kind == "pointer" and a.element == array.element]
            shared[key] = (f"{name}", len(shared))
            lowest = min(a.low[index] for a in peers) - MARGIN
            highest = max(a.high[index] for a in peers) + MARGIN
            return [f"Memory<{array.element}> {name}({lowest}, {highest});"], f"{name}.at(0)"
        return [], f"{shared[key][0]}.at({shift})"
    if kind in ("pointer", "restrict", "span", "member-pointer"):
        argument = f"{name}.at(0)"
        if kind == "span":
            argument = f"std::span<{'const ' if array.read_only else ''}{array.element}>({name}.at(0), {high})"
        return [f"Memory<{array.element}> {name}({low}, {high});"], argument
    if kind == "vector-parameter":
        return shared_object(array, index, shift, shared, ("vector", array.element, high),
                             f"Memory<{array.element}> {name}(0, {high});", f"{name}.Elements")
    if kind == "reference":
        extents = array.dimensions()
        total = 1
        for extent in array.extents:
            total *= extent
        return shared_object(array, index, shift, shared, ("reference", array.element, extents),
                             f"Memory<{array.element}> {name}(0, {total});",
                             f"*reinterpret_cast<{array.element} (*){extents}>({name}.at(0))")
    return [], ""


def shared_object(array, index, shift, shared, key, declaration, argument):
    """The whole object of another parameter of the same type where the layout says so."""
    if shift is not None and key in shared:
        return [], shared[key]
    shared[key] = argument
    return [declaration], argument


def member_setup(array):
    name = f"s.{array.name}"
    if array.kind == "member-pointer":
        return f"{name} = {array.name}_memory.at(0);"
    if array.kind == "member-vector":
        return f"{name} = Memory<{array.element}>(0, {max(array.high)}).Elements;"
    return f"fill({name});"


def member_hash(array):
    name = f"s.{array.name}"
    if array.kind == "member-pointer":
        return f"s.{array.name} = nullptr;"
    return f"mix({name});"
