"""Loop headers: one iteration space in the many ways C++ programmers spell it."""
from affine import const

INDEX_TYPES = ["int"] * 8 + ["std::size_t"] * 3 + ["unsigned", "unsigned", "long", "short", "std::uint8_t", "signed char"]


def is_unsigned(index_type):
    return index_type in ("std::size_t", "unsigned", "std::uint8_t")


class Space:
    """The values of a loop variable: lower <= v < upper, every step-th, up or down."""

    def __init__(self, lower, upper, step=1, down=False):
        self.lower, self.upper, self.step, self.down = lower, upper, step, down

    def interval(self, scope):
        """None if there is surely no iteration."""
        low, high = self.lower.interval(scope)[0], self.upper.interval(scope)[1] - 1
        return None if high < low else (low, high)

    def perturbed(self, random):
        """Nearly the same space: what a fusion must not take for the same."""
        lower, upper, step, down = self.lower, self.upper, self.step, self.down
        kind = random.choice(["lower", "upper", "both", "step", "down"])
        if kind in ("lower", "both"):
            lower = lower + (1 if random.random() < 0.7 or not lower.constant else -1)
        if kind in ("upper", "both"):
            upper = upper + (1 if upper.constant < 0 else -1)
        if kind == "step":
            step = 3 - step if step < 3 else 1
        if kind == "down":
            down = not down
        return Space(lower, upper, step, down)


def header(space, variable, index_type, scopes, names, random, declared=False):
    """Text of "for (…)", or None if this spelling would not be defined for some call."""
    lower, upper = space.lower, space.upper
    low = upper.render(names)
    bounds = [(lower.interval(scope), upper.interval(scope)) for scope in scopes if scope is not None]
    never_negative = all(lowest[0] >= 0 and highest[0] >= 0 for lowest, highest in bounds)
    ordered = all(lowest[1] <= highest[0] for lowest, highest in bounds)
    if is_unsigned(index_type) and not never_negative:
        return None
    first = lower.render(names)
    last = (upper - 1).render(names)
    declare = "" if declared else index_type + " "
    if space.down:
        if is_unsigned(index_type):
            if lower.terms or lower.constant or space.step != 1:
                return None
            return random.choice([f"for ({declare}{variable} = {low}; {variable}-- > 0;)",
                                  f"for ({declare}{variable} = {low}; {variable}--;)",
                                  f"for ({declare}{variable} = {low}; {variable}-- != 0;)"])
        if names.get("unsigned-sizes") and any(highest[0] < 1 for _, highest in bounds):
            return None
        if lower.terms and names.get("unsigned-sizes"):
            return None
        bounds = [f">= {first}"] * 2 + [f"> {(lower - 1).render(names)}"]
        if lower.terms:  # Of an unsigned outer counter, which would make the comparison one of unsigned numbers.
            bounds = [f">= static_cast<{index_type}>({first})"]
        condition = f"{variable} {random.choice(bounds)}"
        if space.step == 1 and index_type in ("int", "long") and random.random() < 0.2:
            return f"for ({declare}{variable} = {low}; --{condition};)"
        return f"for ({declare}{variable} = {last}; {condition}; {step(variable, space.step, '-', random)})"
    if names.get("unsigned-sizes") and any(highest[0] < 0 for _, highest in bounds):
        return None  # n - 2 would wrap around
    conditions = [f"{variable} < {low}"] * 5 + [f"{low} > {variable}"]
    if not names.get("unsigned-sizes") or all(highest[0] >= 1 for _, highest in bounds):
        if not is_unsigned(index_type) or all(highest[0] >= 1 for _, highest in bounds):
            conditions.append(f"{variable} <= {last}")
    if ordered and space.step == 1:
        conditions += [f"{variable} != {low}"]
    condition = random.choice(conditions)
    if not is_unsigned(index_type) and space.step == 1 and condition.startswith(variable) and random.random() < 0.1:
        return f"for ({declare}{variable} = {(lower - 1).render(names)}; ++{condition};)"
    return f"for ({declare}{variable} = {first}; {condition}; {step(variable, space.step, '+', random)})"


def step(variable, size, sign, random):
    if size != 1:
        return random.choice([f"{variable} {sign}= {size}", f"{variable} = {variable} {sign} {size}"])
    return random.choice([f"{sign}{sign}{variable}", f"{sign}{sign}{variable}", f"{variable}{sign}{sign}",
                          f"{variable} {sign}= 1"])


def rectangular(size, random):
    """The usual frame of one level: 0 .. size, with or without a margin."""
    lower = random.choice([0, 0, 0, 0, 1, 1, 2])
    return Space(const(lower), size + random.choice([0, 0, 0, 0, -1, -1, -2]))


def triangular(outer, size, random):
    kind = random.choice(["below", "below-or-on", "above"])
    if kind == "below":
        return Space(const(0), outer)
    if kind == "below-or-on":
        return Space(const(0), outer + 1)
    return Space(outer, size)
