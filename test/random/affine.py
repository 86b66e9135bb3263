"""Affine expressions over loop variables and parameters, and the interval of values they take.

Subscripts stay in bounds by construction: each is evaluated over every call the program will make, in interval
arithmetic, before the sizes of the arrays are fixed.
"""


class Affine:
    def __init__(self, terms=None, constant=0):
        self.terms = {name: factor for name, factor in (terms or {}).items() if factor}
        self.constant = constant

    def __add__(self, other):
        if isinstance(other, int):
            return Affine(self.terms, self.constant + other)
        terms = dict(self.terms)
        for name, factor in other.terms.items():
            terms[name] = terms.get(name, 0) + factor
        return Affine(terms, self.constant + other.constant)

    def __sub__(self, other):
        return self + (-other if isinstance(other, int) else other * -1)

    def __mul__(self, factor):
        return Affine({name: f * factor for name, f in self.terms.items()}, self.constant * factor)

    def interval(self, scope):
        """(lowest, highest) under a scope {name: (lowest, highest)}."""
        low = high = self.constant
        for name, factor in self.terms.items():
            ends = [factor * end for end in scope[name]]
            low += min(ends)
            high += max(ends)
        return low, high

    def render(self, names):
        """C text; \\p names gives the spelling of parameters ("n" may be "s->n")."""
        text = ""
        for name, factor in sorted(self.terms.items(), key=lambda term: (term[1] < 0, term[0])):
            spelled = names.get(name, name)
            term = spelled if abs(factor) == 1 else f"{abs(factor)} * {spelled}"
            if not text:
                text = term if factor > 0 else "-" + term
            else:
                text += f" {'+' if factor > 0 else '-'} {term}"
        if not text:
            return str(self.constant)
        if self.constant:
            text += f" {'+' if self.constant > 0 else '-'} {abs(self.constant)}"
        return text

    def is_sum(self):
        return len(self.terms) + bool(self.constant) > 1 or any(factor < 0 for factor in self.terms.values())


def var(name):
    return Affine({name: 1})


def const(value):
    return Affine({}, value)


class Subscript:
    """index, index % modulus or index / divisor, or the value of another access (bounded by \\p bound)."""

    def __init__(self, index, operator=None, operand=None, through=None, bound=None):
        self.index, self.operator, self.operand, self.through, self.bound = index, operator, operand, through, bound

    def interval(self, scope):
        if self.through:
            return 0, self.bound - 1
        low, high = self.index.interval(scope)
        if self.operator == "%":
            return 0, self.operand - 1
        if self.operator == "/":
            return low // self.operand, high // self.operand
        return low, high

    def shifted(self, offset, names):
        """C text with a constant added, so that it starts at 0 or above."""
        if self.through:
            return self.through + (f" + {offset}" if offset else "")
        if not self.operator:
            return (self.index + offset).render(names)
        inner = self.index.render(names)
        if self.index.is_sum():
            inner = f"({inner})"
        return f"{inner} {self.operator} {self.operand}" + (f" + {offset}" if offset else "")
