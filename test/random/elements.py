"""Element types and the expressions over them that are defined for every value.

Three families: floating point (any value), wrapping (unsigned: any value), masked (signed or narrow integers: every
value that is read is cut to a few bits first, so no sum or product overflows).
"""

FAMILIES = {
    "float": ["double", "double", "float"],
    "wrap": ["unsigned", "std::uint64_t"],
    "masked": ["int", "int", "short", "unsigned char"],
}


class Family:
    def __init__(self, name, random):
        self.name, self.random = name, random

    def literal(self, element):
        if self.name == "float":
            text = self.random.choice(["0.5", "2.0", "1.25", "0.1", "3.0", "-1.5"])
            return text + "f" if element == "float" and self.random.random() < 0.7 else text
        return self.random.choice(["1", "2", "3", "5", "7"]) + ("u" if self.name == "wrap" else "")

    def read(self, text):
        """A value that was read, made safe to compute with."""
        if self.name != "masked":
            return text
        return self.random.choice([f"({text} & 63)", f"({text} % 50)", f"({text} & 31)"])

    def bounded(self, text):
        """A value safe to accumulate thousands of times."""
        if self.name != "masked":
            return text
        return f"({text}) % 32" if self.random.random() < 0.5 else f"(({text}) & 15)"

    def from_index(self, text, element):
        if self.name == "masked":
            return f"(static_cast<int>({text}) & 31)"
        return f"static_cast<{element}>({text})"

    def combine(self, left, right, element):
        choice = self.random.random
        if self.name == "masked":
            if choice() < 0.15:
                return f"{left} * {self.random.choice('2345')} - {right}"
            return f"{left} {self.random.choice('+++-')} {right}"
        if self.name == "wrap" and choice() < 0.1:
            return f"({left} ^ {right})"
        if self.name == "float" and choice() < 0.06:
            return f"{left} / (1 + SQUARE({right}))"
        operator = self.random.choice("+++--**")
        if operator == "*":
            left, right = (f"({side})" if " " in side and not side.startswith("(") else side for side in (left, right))
        return f"{left} {operator} {right}"

    def wrap_in_call(self, text, element):
        if self.name == "float":
            return self.random.choice([f"std::fabs({text})", f"half({text})", f"std::sqrt(std::fabs({text}))",
                                       f"std::tanh({text})", f"std::max<{element}>({text}, {self.literal(element)})",
                                       f"clampTo<{element}>({text}, -8, 8)"])
        if self.name == "wrap":
            return self.random.choice([f"half({text})", f"std::min<{element}>({text}, 1000)"])
        return self.random.choice([f"half({text})", f"clampTo<int>({text}, -9, 9)"])

    def compound(self, target, value, element):
        """target op= value, defined however often it runs."""
        if self.name == "masked":
            return f"{target} = static_cast<{element}>(({target} & 63) + {self.bounded(value)});" \
                if self.random.random() < 0.7 or element != "int" else f"{target} = ({target} % 999) + {self.bounded(value)};"
        operator = self.random.choice(["+=", "+=", "-=", "*="])
        return f"{target} {operator} {value};"

    def plain(self, target, value, element):
        if self.name == "masked" and element != "int" and self.random.random() < 0.7:
            return f"{target} = static_cast<{element}>({value});"
        return f"{target} = {value};"
