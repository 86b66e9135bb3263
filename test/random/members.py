"""The members of a region: loop nests, and the statements between them."""
import loops
import statements
from affine import Subscript, const, var
from case import NAMES_OF_VARIABLES, SIZES
from statements import Context


def frame(case):
    """The iteration space of each level that most nests of the case share."""
    levels = [loops.rectangular(var(SIZES[0]), case.random)]
    for level in range(1, case.depth):
        levels.append(loops.rectangular(var(SIZES[level]), case.random))
    if not case.friendly or case.chance(0.15):
        levels[0].step = case.random.choice([1, 1, 1, 2, 3])
        levels[0].down = case.chance(0.12)
    case.triangle = case.random.choice(["lower", "upper"]) if case.square and case.chance(0.35) else None
    return levels


def space_of(case, level, variables, levels):
    space = levels[level]
    if level == 1 and case.triangle:
        kind = case.random
        outer = var(variables[0])
        if case.triangle == "lower":
            space = loops.Space(const(0), outer + (1 if case.friendly or kind.random() < 0.5 else 0))
        else:
            space = loops.Space(outer, var("n"))
    if level == 0 and case.turns and space.step == 1 and case.chance(0.4):
        space = loops.Space(space.lower, space.upper, 1, not space.down)
    if case.chance(0.02 if case.friendly else 0.25):
        space = space.perturbed(case.random)
    return space


def condition(case):
    """"if (…)" in front of a loop: mostly one and the same, now and then one that the loop itself makes needless."""
    size = case.names.get("n", "n")
    if case.condition and case.chance(0.8):
        return case.condition
    choices = [f"{size} > 0", f"{size} > 0", f"0 < {size}", f"{size} != 1", f"{size} > 1"]
    if case.scalars:
        choices += [f"{case.family.read(case.random.choice(case.scalars))} < 3"] * 3
    case.condition = f"if ({case.random.choice(choices)})"
    return case.condition


def braces(head, lines, case):
    """head { lines } in one of the usual layouts."""
    one_statement = len(lines) == 1 or lines[0].startswith(("for (", "if (")) and all(l.startswith((" ", "}")) for l in lines[1:])
    if one_statement and "//" not in lines[0] and case.chance(0.45):
        if len(lines) == 1 and case.chance(0.4):
            return [f"{head} {lines[0]}"]
        return [head] + ["  " + line for line in lines]
    if case.chance(0.9):
        return [head + " {"] + ["  " + line for line in lines] + ["}"]
    return [head, "{"] + ["  " + line for line in lines] + ["}"]


def variable_name(case, level, taken):
    name = case.random.choice(NAMES_OF_VARIABLES[level])
    while name in taken or name in case.taken:
        name += "x"
    return name


def nest(case, levels, context, level=0, depth=None):
    """Lines of a loop nest, from \\p level inwards."""
    depth = depth or (case.depth if case.chance(0.9) else case.random.randint(1, case.depth))
    space = space_of(case, level, context.variables, levels)
    name = variable_name(case, level, context.variables)
    index_type = case.index_type if case.chance(0.96 if case.friendly else 0.8) else case.random.choice(loops.INDEX_TYPES)
    declared = False
    if level == 0 and case.outer_variable and context.unconditional and case.chance(0.7):
        name, declared, index_type = case.outer_variable, True, "int"
    spelling = case.spelling
    if level and case.has_unsigned_index:  # "i - 1" would wrap around like a size
        spelling = {**spelling, "unsigned-sizes": "yes"}
    head = loops.header(space, name, index_type, context.scopes, spelling, case.random, declared)
    while head is None:
        space, declared = loops.Space(const(0), var(SIZES[level])), False
        name = variable_name(case, level, context.variables)
        head = loops.header(space, name, index_type, context.scopes, spelling, case.random)
    case.has_unsigned_index |= loops.is_unsigned(index_type)
    inner = Context(case.enter(context.scopes, name, space), context.variables + [name], context.unconditional,
                    level if level + 1 >= depth else level + 1)
    if level + 1 < depth:
        lines = inner_levels(case, levels, inner, level, depth)
    else:
        inner.level = 0
        lines = statements.body(case, inner)
    if declared and case.chance(0.15):
        return braces(head, lines, case) + [f"mix({name});"]
    return braces(head, lines, case)


def inner_levels(case, levels, context, level, depth):
    perfect = case.chance(0.8)
    lines = []
    if not perfect and case.chance(0.5):
        lines += [statements.store(case, context)]
    lines += nest(case, levels, context, level + 1, depth)
    if not perfect and case.chance(0.5):
        lines += nest(case, levels, context, level + 1, depth)
    if not perfect and case.chance(0.5):
        lines += [statements.store(case, context)]
    return lines


def element_loop(case):
    """A range-for, iterator or pointer loop over a whole one-dimensional array, or None."""
    kinds = ("vector", "vector-parameter", "span", "std-array", "reference", "pointer", "restrict")
    pool = [a for a in case.arrays if a.kind in kinds and a.rank == 1 and not a.fields and a.name != "idx"
            and a.value_type == case.elements[0] and not a.read_only]
    if not pool:
        return None
    array = pool[0] if case.friendly else case.random.choice(pool)
    context = Context(case.top_scopes(), [])
    case.walks_constant = False
    if array.kind in ("pointer", "restrict"):
        head, context.walked = pointer_loop(case, array)
    elif array.kind in ("vector", "vector-parameter") and case.chance(0.4):
        name = variable_name(case, 0, case.constants)  # a body reads those: an iterator is no number
        start, end = f"{array.name}.begin()", f"{array.name}.end()"
        head, context.walked = f"for (auto {name} = {start}; {name} != {end}; ++{name})", f"*{name}"
    else:
        head = f"for ({case.random.choice(['auto', array.element])} &e : {array.name})"
        context.walked = "e"
    if array.kind in ("pointer", "restrict", "vector"):
        case.written_now.append(array)
    array.initialised, array.must_initialise = True, True
    return braces(head, statements.body(case, context), case)


def pointer_loop(case, array):
    name = variable_name(case, 0, case.constants)
    scopes = case.enter(case.top_scopes(), "*", loops.Space(const(0), var("n")))
    case.access(array, [Subscript(var("*"))], scopes, True, False)
    array.walked = True
    size = case.names.get("n", "n")
    test = case.random.choice(["!=", "<"])
    return (f"for ({array.element} *{name} = {array.name}; {name} {test} {array.name} + {size}; ++{name})", f"*{name}")


def outer_name(case):
    """A variable whose name is a loop variable elsewhere: a body that moves must not be captured by it."""
    name = case.random.choice(["i", "j", "k"])
    if name in case.constants or name == case.outer_variable:
        return [f"{{ int {name} = 1; mix({name}); }}"]
    case.constants.append(name)
    return [f"int {name} = {case.random.choice('235')};"]


def between(case):
    """Lines that stand between two loops."""
    roll = case.random.random()
    nowhere = Context(case.top_scopes(), [])
    if roll < 0.25:
        name = f"s{len(case.scalars)}"
        value = case.family.literal(case.scalar_type)
        if case.chance(0.3) and case.scalars:
            value = case.family.combine(case.family.read(case.random.choice(case.scalars)), value, case.scalar_type)
        case.scalars.append(name)
        return [f"{case.scalar_type} {name} = {value};"]
    if roll < 0.45 and case.scalars:
        scalar = case.random.choice(case.scalars)
        value = case.family.combine(case.family.read(scalar), case.family.literal(case.scalar_type), case.scalar_type)
        return [case.family.plain(scalar, value, case.scalar_type)]
    if roll < 0.6 and case.arrays:
        array = case.writable()
        subscripts = [Subscript(const(case.random.choice([0, 0, 1, 2]))) for _ in range(array.rank)]
        target = case.access(array, subscripts, nowhere.scopes, True, False)
        return [case.family.plain(target, case.family.literal(array.value_type), array.value_type)]
    if roll < 0.68 and case.scalars:
        return [f"mix({case.random.choice(case.scalars)});"]
    if roll < 0.74 and case.scalars:
        scalar = case.random.choice(case.scalars)
        return [f"if ({case.names.get('n', 'n')} > 2)", f"  {scalar} = {case.family.literal(case.scalar_type)};"]
    if roll < 0.8:
        return [case.random.choice(["// second pass", "/* and now the rest */", "// ---"])]
    if roll < 0.84 and not case.sizes_in_struct and all(call["n"] >= 2 for call in case.values):
        for call in case.values:
            call["n"] -= 1
        return [case.random.choice(["--n;", "n -= 1;", "n = n - 1;"])]
    if roll < 0.88:
        return outer_name(case)
    if roll < 0.9:
        return ["", case.random.choice(["#ifdef NOT_DEFINED", "#if 1"]), "#endif"]
    return [""]
