"""Statements of loop bodies: assignments, reductions, carried scalars, conditions, small helpers of real code."""

import loops
from affine import const


PASSED = "pv"  # the variable of the function through which bodies pass values


class Context:
    """Where a statement stands: the loop variables in scope, and whether it surely runs."""

    def __init__(self, scopes, variables, unconditional=True, level=0):
        self.scopes, self.variables, self.unconditional, self.level = scopes, variables, unconditional, level
        self.locals = []
        self.walked = None  # the element of a range-for or pointer loop

    def conditional(self):
        inner = Context(self.scopes, self.variables, False, self.level)
        inner.locals, inner.walked = list(self.locals), self.walked
        return inner


def term(case, context, element):
    random, family = case.random, case.family
    roll = random.random()
    if context.locals and roll < 0.25:
        return random.choice(context.locals)
    if roll < 0.08 and (scalar := case.scalar()):
        return family.read(scalar)
    if roll < 0.12 and case.constants:
        return family.read(random.choice(case.constants))
    if roll < 0.22:
        return family.literal(element)
    if roll < 0.27 and context.variables:
        return family.from_index(random.choice(context.variables), element)
    if context.walked and roll < 0.7:
        return family.read(context.walked)
    if not context.variables:
        return family.literal(element)
    return family.read(case.reference(case.readable(context), context))


def expression(case, context, element, size=None):
    size = size or case.random.choices([1, 2, 3, 4], [3, 5, 3, 1])[0]
    text = term(case, context, element)
    for _ in range(size - 1):
        text = case.family.combine(text, term(case, context, element), element)
    if case.chance(0.1):
        text = case.family.wrap_in_call(text, element)
    elif case.chance(0.04):
        text = f"{condition(case, context)} ? {text} : {term(case, context, element)}"
    return text


def condition(case, context):
    if context.variables and case.chance(0.6):
        variable = case.random.choice(context.variables)
        return case.random.choice([f"{variable} > 1", f"{variable} % 2 == 0", f"{variable} < 3", f"{variable} != 2"])
    value = case.family.read(case.reference(case.readable(context), context)) if context.variables else case.names.get("n", "n")
    return f"{value} {case.random.choice(['>', '<', '>='])} {case.random.choice(['0', '1', '2'])}"


def store(case, context):
    """target = value or target op= value."""
    if context.walked and case.chance(0.8) and not case.walks_constant:
        target, element = context.walked, case.elements[0]
    elif not context.variables:
        return accumulate(case, context)
    else:
        array = case.writable()
        element = array.value_type
        value = expression(case, context, element)
        target = case.reference(array, context, is_write=True)
        case.written_now.append(array)
        fresh = len(array.accesses) == 1
        if fresh or case.chance(0.75):
            return case.family.plain(target, value, element)
        return case.family.compound(target, value, element)
    value = expression(case, context, element)
    if case.chance(0.5):
        return case.family.plain(target, value, element)
    return case.family.compound(target, value, element)


def accumulate(case, context):
    """A reduction into a scalar."""
    scalar = case.scalar()
    if not scalar:
        return store(case, context) if context.variables else ";"
    element = case.scalar_type
    value = expression(case, context, element)
    if case.chance(0.3) and case.family.name == "float":
        return f"{scalar} = std::max<{element}>({scalar}, {value});"
    if case.chance(0.15) and case.family.name != "masked":
        return f"if ({value} > {scalar}) {scalar} = {expression(case, context, element, 1)};"
    return case.family.compound(scalar, value, element)


def carried(case, context):
    """A value kept from one iteration to the next."""
    scalar = case.scalar()
    if not scalar or not context.variables:
        return [store(case, context)]
    array = case.writable()
    element = array.value_type
    value = case.family.combine(case.family.read(scalar), expression(case, context, element, 1), element)
    target = case.reference(array, context, is_write=True)
    case.written_now.append(array)
    return [case.family.plain(target, value, element), case.family.plain(scalar, expression(case, context, element, 1), element)]


def passed(case, context):
    """A value that goes through a variable that the loops have in common: mostly set before it is read."""
    element = case.scalar_type
    array = case.writable()
    value = case.family.combine(case.family.read(PASSED), expression(case, context, array.value_type, 1), array.value_type)
    target = case.reference(array, context, is_write=True)
    case.written_now.append(array)
    lines = [case.family.plain(PASSED, expression(case, context, element), element),
             case.family.plain(target, value, array.value_type)]
    roll = case.passing.random()
    if roll < 0.1:
        lines.reverse()
    elif roll < 0.2:
        lines[0] = f"if ({condition(case, context)}) {lines[0]}"
    elif roll < 0.25:
        lines.pop()
    return lines


def local(case, context):
    """A variable of the body; its name may stand in other bodies too."""
    name = case.random.choice(["t", "v", "tmp"])
    if name in context.locals or name in case.taken:
        return [store(case, context)]
    element = case.elements[0] if case.family.name != "masked" else "int"
    text = f"{case.random.choice(['const ', ''])}{element} {name} = {expression(case, context, element)};"
    context.locals.append(name)
    return [text, store(case, context)]


def reduction(case, context):
    """A sum of the iteration over loops of its own, into a variable or into the element that takes it."""
    element = case.elements[0] if case.family.name != "masked" else "int"
    name, variable = case.random.choice(["acc", "sum"]), case.random.choice(["r", "q"])
    if not context.variables or {name, variable} & (set(context.locals) | set(context.variables) | set(case.taken)):
        return [store(case, context)]
    length = case.random.choice([1, 2, 3])
    inner = Context(case.enter(context.scopes, variable, loops.Space(const(0), const(length))),
                    context.variables + [variable], context.unconditional, context.level)
    inner.locals = list(context.locals)
    array, target = None, name
    lines = []
    if case.chance(0.3):
        array = case.writable()
        element = array.value_type
        first = expression(case, context, element, 1)
        target = case.reference(array, context, is_write=True)
        lines.append(case.family.plain(target, first, element))
    else:
        lines.append(f"{element} {name} = {expression(case, context, element, 1)};")
    value = expression(case, inner, element)
    lines += [f"for (int {variable} = 0; {variable} < {length}; ++{variable})",
              "  " + case.family.compound(target, value, element)]
    if array:
        case.written_now.append(array)
        return lines
    context.locals.append(name)
    return lines + [store(case, context)]


def body(case, context):
    """Lines of one body; two spaces deeper for what is nested."""
    lines = []
    if context.variables and case.passed_loops and case.passing.random() < case.passed_loops:
        lines += passed(case, context)
    for _ in range(case.random.choices([1, 2, 3], [6, 3, 1])[0]):
        roll = case.random.random()
        if roll < 0.12:
            lines += local(case, context)
        elif roll < 0.24:
            lines.append(accumulate(case, context))
        elif roll < 0.28:
            lines += carried(case, context)
        elif roll < 0.36:
            inner = context.conditional()
            test = condition(case, context)
            if case.chance(0.3):
                lines += [f"if ({test}) {{", "  " + store(case, inner), "} else {", "  " + store(case, inner), "}"]
            elif case.chance(0.5):
                lines += [f"if ({test})", "  " + store(case, inner)]
            else:
                lines += [f"if ({test}) {{", "  " + store(case, inner), "}"]
        elif roll < 0.37 and context.level == 0:
            lines.append(f"if ({condition(case, context)}) continue;")
            context.unconditional = False
        elif roll < 0.373 and context.level == 0:
            lines.append(f"if ({condition(case, context)}) break;")
            context.unconditional = False
        elif roll < 0.45:
            lines += reduction(case, context)
        else:
            lines.append(store(case, context))
        if case.chance(0.06):
            lines[-1] += case.random.choice(["  // keep", "  /* so it is */", "  // see above"])
    return lines
