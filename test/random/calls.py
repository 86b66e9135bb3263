"""Loops that stand in functions of their own, called from the function of the case.

While a case is made, some of its loops are set aside and a mark is left in their place; when the arrays are laid out,
each becomes a function whose parameters are what the loop uses, and the mark becomes the call. Names of parameters are
the caller's, the caller's in other roles, or new ones; arguments are variables or expressions.
"""
import re

from arrays import POINTERS
from case import SIZES

MARK = re.compile(r"( *)\$(\d+);")
NEW_NAMES = ["p", "q", "in", "values", "w", "i2", "len"]
LITERAL = re.compile(r"(?<![\w.])\d\.\d+f?\b")


class Function:
    def __init__(self, lines, scalars, constants):
        self.lines = lines
        self.scalars = scalars  # those that it changes
        self.constants = constants  # those of the case that it may read
        self.style = "reference"  # how they come back; else "accumulate", "fresh" or "declare": the one is returned
        self.result = None  # the caller's variable that "declare" makes


class Parameter:
    def __init__(self, name, type, argument=None, array=None):
        """\\p type holds one % for the name."""
        self.name, self.type, self.argument, self.array = name, type, argument or name, array
        self.new_name = name


def outline(case, lines):
    """Sets the lines of a loop aside; the mark that stands for the call."""
    text = "\n".join(lines)
    changed = [s for s in case.scalars if re.search(rf"\b{s}\b\s*([-+*/^]?=)[^=]", text)]
    function = Function(lines, changed, list(dict.fromkeys(case.constants)))
    if len(changed) == 1:
        function.style = case.random.choice(["reference", "accumulate", "fresh", "declare"])
    if function.style == "declare":
        function.result = f"r{len(case.functions)}"
        case.results.append(function.result)
    case.functions.append(function)
    return [f"${len(case.functions) - 1};"]


def words(text):
    """Identifiers that are no members."""
    return set(re.findall(r"(?<![\w.>])[A-Za-z_]\w*|(?<=[^-]>)[A-Za-z_]\w*", text))


def rename(text, names):
    return re.sub(r"(?<!\.)(?<!->)\b[A-Za-z_]\w*", lambda match: names.get(match.group(0), match.group(0)), text)


def is_walked(array, text):
    return re.search(rf": {array.name}\)|\b{array.name}\.(begin|end)\(", text) is not None


def array_parameter(case, array, text):
    const = "const " if array.read_only else ""
    whole = Parameter(array.name, {
        "vector": f"std::vector<{array.element}> &%",
        "std-array": f"std::array<{array.element}, {array.extents[0]}> &%",
        "unique": f"std::unique_ptr<{array.element}[]> &%",
    }.get(array.kind, f"{const}{array.element} (&%){array.dimensions()}"))
    if array.kind in ("vector-parameter", "span"):
        return Parameter(array.name, array.parameter().removesuffix(array.name) + "%", array=array)
    if array.kind in POINTERS + ("new", "malloc"):
        return Parameter(array.name, f"{const}{array.element} *%", array=array)
    if is_walked(array, text) or array.kind == "vector" and case.chance(0.8):
        return whole
    if array.kind in ("vector", "std-array"):
        return Parameter(array.name, f"{array.element} *%", f"{array.name}.data()", array)
    if array.kind == "unique":
        return case.random.choice([whole, Parameter(array.name, f"{array.element} *%", f"{array.name}.get()", array)])
    if len(array.extents) == 1 and case.chance(0.5):
        declarator = case.random.choice(["*%", "%[]", "%[8]"])
        return Parameter(array.name, f"{const}{array.element} {declarator}", array=array)
    return whole


def size_parameter(case, size):
    """(parameter, statement of the function in front of its loops or None)."""
    type = case.size_type
    if case.chance(0.07):
        signed = ["long", "short", "unsigned char"]
        type = case.random.choice(["unsigned", "std::size_t"] if case.unsigned_sizes else signed)
    roll = case.random.random()
    if roll < 0.84:
        return Parameter(size, f"{type} %"), None
    if roll < 0.9:
        return Parameter(size, f"const {type} &%" if type == case.size_type else f"{type} %"), None
    if roll < 0.95:
        return Parameter(size, f"{type} %", case.random.choice([f"{size} + 0", f"({size})", f"1 * {size}"])), None
    return Parameter(size, f"{type} %", f"{size} + 1"), case.random.choice([f"{size} -= 1;", f"--{size};"])


def can_shift(case, parameter, text):
    """Whether `x + 1` may be passed for x."""
    array = parameter.array
    return (array is not None and array.kind in POINTERS and "*%" in parameter.type and not case.has_unsigned_index
            and not getattr(array, "walked", False)
            and all(high > low for low, high in zip(array.low, array.high)) and (array.rank == 1 or array.flat))


def value_parameter(case, text):
    """A parameter that stands for the first number of the loops, and the loops that use it; or None."""
    match = LITERAL.search(text)
    if case.family.name != "float" or not match or "c0" in text or not case.chance(0.4):
        return None, text
    element = case.elements[0]
    argument = match.group(0)
    sources = [a for a in case.arrays if a.rank == 1 and not a.fields and not a.is_table and a.value_type == element
               and a.kind in ("vector-parameter",) + POINTERS and all(high > 0 for high in a.high)
               and not a.negative_start]
    if sources and case.chance(0.5):
        argument = f"{case.random.choice(sources).name}[0]"
    elif case.scalars_at_top and case.chance(0.3):
        argument = case.scalars[0]
    type = f"const {element} &%" if case.chance(0.5) else f"{element} %"
    return Parameter("c0", type, argument), text[:match.start()] + "c0" + text[match.end():]


def parameters(case, function, text):
    """(parameters, statements in front of the loops, text of the loops)."""
    used = words(text)
    found, front = [], []
    if case.struct in ("reference", "pointer") and "s" in used:
        found.append(Parameter("s", f"{case.struct_name} {'&' if case.struct == 'reference' else '*'}%"))
    for array in case.arrays:
        if array.name in used and array.kind != "global" and not array.member():
            found.append(array_parameter(case, array, text))
    for size in SIZES[:case.depth]:
        if size in used and not case.sizes_in_struct:
            parameter, statement = size_parameter(case, size)
            found.append(parameter)
            front += [statement] if statement else []
    for scalar in case.scalars:
        if scalar not in used:
            continue
        by_reference = scalar in function.scalars and function.style == "reference"
        if scalar in function.scalars and function.style in ("fresh", "declare"):
            front.append(f"{case.scalar_type} {scalar} = {case.family.literal(case.scalar_type)};")
        else:
            found.append(Parameter(scalar, case.scalar_type + (" &%" if by_reference else " %")))
    for name in function.constants:
        if name in used:
            found.append(Parameter(name, "int %"))
    if case.outer_variable in used and case.outer_variable not in function.constants:
        found.append(Parameter(case.outer_variable, "int &%"))
    value, text = value_parameter(case, text)
    return found + ([value] if value else []), front, text


def new_names(case, found, text):
    """Chooses the names of the parameters."""
    free = [p for p in found if p.name not in case.constants and p.name != case.outer_variable and p.name != "s"]
    roll = case.random.random()
    if roll < 0.35:
        names = [p.name for p in free]
        case.random.shuffle(names)
    elif roll < 0.65:
        taken = words(text) | {p.name for p in found} | set(re.findall(r"\w+", text))
        names = [name for name in NEW_NAMES + [a.name for a in case.arrays] + case.scalars if name not in taken]
        case.random.shuffle(names)
    else:
        return
    for parameter, name in zip(free, names):
        parameter.new_name = name


def define(case, function, number):
    """(lines of the function, lines of the call)."""
    text = case.finish("\n".join(function.lines))
    found, front, text = parameters(case, function, text)
    shifted = [p for p in found if can_shift(case, p, text) and case.chance(0.1)]
    if shifted and "c0" not in text:
        shifted[0].argument += " + 1"
        shifted[0].array.offsets[-1] -= 1
        text = case.finish("\n".join(function.lines))
        shifted[0].array.offsets[-1] += 1
    new_names(case, found, "\n".join([text] + front))
    names = {p.name: p.new_name for p in found if p.name != p.new_name}
    returns = function.style != "reference"
    body = [rename(line, names) for line in front + text.split("\n")]
    result = case.scalar_type if returns else "void"
    if returns:
        body.append(f"return {names.get(function.scalars[0], function.scalars[0])};")
    name = f"part_{case.number}_{number}"
    static = "" if case.struct == "method" else "static "
    head = f"{static}{result} {name}({', '.join(p.type.replace('%', p.new_name) for p in found)}) {{"
    call = f"{name}({', '.join(p.argument for p in found)});"
    if function.style == "declare":
        call = f"{case.scalar_type} {function.result} = {call}"
    elif returns:
        call = f"{function.scalars[0]} = {call}"
    return [head] + ["  " + line for line in body] + ["}"], [call]


def define_all(case, lines):
    """(lines of the functions, \\p lines with the calls in place of the marks)."""
    functions, calls, out = [], [], []
    for number, function in enumerate(case.functions):
        definition, call = define(case, function, number)
        functions += definition
        calls.append(call)
    for line in lines:
        match = MARK.fullmatch(line)
        out += [match.group(1) + part for part in calls[int(match.group(2))]] if match else [line]
    return functions, out
