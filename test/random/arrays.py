"""The arrays of a case: how each is declared, indexed, sized, allocated and released.

An array's accesses are collected while the case is made; lay_out() then shifts the subscripts so that none is below 0
(unless the array is a pointer into the middle of a buffer) and fixes the size.
"""
# kind -> (declared by the function, of constant size, may start below 0)
POINTERS = ("pointer", "restrict")
DRIVER_SIZED = POINTERS + ("vector-parameter", "span", "member-pointer", "member-vector")
CONSTANT_SIZED = ("local", "std-array", "reference", "global", "member-array")
ALLOCATED = ("vector", "new", "malloc", "unique")


class Access:
    def __init__(self, array, subscripts, scopes, member, is_write, unconditional):
        self.array, self.subscripts, self.scopes = array, subscripts, scopes
        self.member, self.is_write, self.unconditional = member, is_write, unconditional

    def intervals(self):
        """Per call that reaches the access: the interval of each subscript."""
        for call, scope in enumerate(self.scopes):
            if scope is not None:
                yield call, [subscript.interval(scope) for subscript in self.subscripts]


class Array:
    def __init__(self, name, kind, element, rank, flat, sizes, prefix="", read_only=False):
        self.name, self.kind, self.element, self.rank, self.flat = name, kind, element, rank, flat
        self.sizes = sizes  # parameter names of the inner dimensions' sizes, outermost first
        self.value_type, self.fields = element, []  # of a struct's fields where the element is one: ".x", ".y"
        self.prefix = prefix  # "s." for a member of the struct parameter
        self.read_only = read_only
        self.accesses = []
        self.initialised = True
        self.negative_start = False
        self.is_table = False  # holds subscripts
        self.axis = 0  # the level whose variable indexes it where it has one dimension
        self.fixed_size = None  # per call, where the driver decides it beforehand
        self.declared_with = None  # the calls' values where a local is declared

    def flat_interval(self, intervals, values):
        low, high = intervals[0]
        for (lower, upper), size in zip(intervals[1:], self.sizes):
            low, high = low * values[size] + lower, high * values[size] + upper
        return low, high

    def lay_out(self, calls):
        """False if a size that is already fixed is too small."""
        seen = [pair for access in self.accesses for pair in access.intervals()]
        lowest = [min([intervals[d][0] for _, intervals in seen], default=0) for d in range(self.rank)]
        self.offsets = [0 if self.negative_start else max(0, -low) for low in lowest]
        shifted = [(call, [(low + o, high + o) for (low, high), o in zip(intervals, self.offsets)])
                   for call, intervals in seen]
        self.low = [0] * len(calls)
        self.high = [0] * len(calls)
        self.extents = [max([1] + [i[d][1] + 1 for _, i in shifted]) for d in range(self.rank)]
        for call, intervals in shifted:
            low, high = self.flat_interval(intervals, calls[call]) if self.flat else intervals[0]
            self.low[call] = min(self.low[call], low)
            self.high[call] = max(self.high[call], high + 1)
        if self.fixed_size:
            if any(high > size for high, size in zip(self.high, self.fixed_size)):
                return False
            self.high = list(self.fixed_size)
        if self.flat:
            self.extents = [max(self.high + [1])]
        if not self.initialised and not self.written_before_read():
            self.initialised = True
        return True

    def written_before_read(self):
        """Whether the first member that touches it writes every element any later member reads."""
        if self.rank > 1 or not self.accesses:
            return False
        first = self.accesses[0]
        subscript = first.subscripts[0]
        if not (first.is_write and first.unconditional) or subscript.operator or subscript.through:
            return False
        if len(subscript.index.terms) != 1 or set(subscript.index.terms.values()) != {1}:
            return False
        if any(scope and scope.get("steps") for scope in first.scopes):
            return False
        written = {call: intervals[0] for call, intervals in first.intervals()}
        for access in self.accesses[1:]:
            if access.member == first.member:
                return False
            for call, intervals in access.intervals():
                low, high = intervals[0]
                if call not in written or low < written[call][0] or high > written[call][1]:
                    return False
        return True

    def render(self, access, names):
        subscripts = [s.shifted(o, names) for s, o in zip(access.subscripts, self.offsets)]
        if self.flat:
            text = subscripts[0]
            for subscript, size in zip(subscripts[1:], self.sizes):
                row = text if text.isalnum() else f"({text})"
                text = f"{row} * {names.get(size, size)} + {subscript}"
            subscripts = [text]
        return f"{self.prefix}{self.name}" + "".join(f"[{s}]" for s in subscripts) + access.field

    # -- text of the function

    def dimensions(self):
        return "".join(f"[{extent}]" for extent in self.extents)

    def parameter(self):
        const = "const " if self.read_only else ""
        return {
            "pointer": f"{const}{self.element} *{self.name}",
            "restrict": f"{const}{self.element} *__restrict {self.name}",
            "reference": f"{const}{self.element} (&{self.name}){self.dimensions()}",
            "vector-parameter": f"{const}std::vector<{self.element}> &{self.name}",
            "span": f"std::span<{const}{self.element}> {self.name}",
        }.get(self.kind)

    def member(self):
        return {
            "member-pointer": f"{self.element} *{self.name};",
            "member-vector": f"std::vector<{self.element}> {self.name};",
            "member-array": f"{self.element} {self.name}{self.dimensions()};",
        }.get(self.kind)

    def symbolic_size(self, names):
        """n + 2, 2 * n, n * m + 1: at least what every call needs."""
        factor = max([abs(f) for a in self.accesses for f in a.subscripts[0].index.terms.values()], default=1)
        base = lambda values: values["n"] * (values[self.sizes[0]] if self.flat else factor)
        for size in self.sizes[1:] if self.flat else ():
            inner = base
            base = lambda values, inner=inner, size=size: inner(values) * values[size]
        extra = max([0] + [high - base(values) for high, values in zip(self.high, self.declared_with)])
        spelled = names.get("n", "n")
        if self.flat:
            text = " * ".join([spelled] + [names.get(size, size) for size in self.sizes])
        else:
            text = spelled if factor == 1 else f"{factor} * {spelled}"
        return text + (f" + {extra}" if extra else "")

    def declaration(self, names):
        if self.kind in ("local", "std-array"):
            start = " = {}" if self.initialised else ""
            if self.kind == "local":
                return f"{self.element} {self.name}{self.dimensions()}{start};"
            return f"std::array<{self.element}, {self.extents[0]}> {self.name}{start};"
        size = self.symbolic_size(names)
        zero = "()" if self.initialised else ""
        return {
            "vector": f"std::vector<{self.element}> {self.name}({size});",
            "new": f"{self.element} *{self.name} = new {self.element}[{size}]{zero};",
            "unique": f"std::unique_ptr<{self.element}[]> {self.name}(new {self.element}[{size}]());",
            "malloc": f"{self.element} *{self.name} = static_cast<{self.element} *>("
                      + (f"std::calloc({size} + 1, sizeof({self.element})));" if self.initialised
                         else f"std::malloc(({size} + 1) * sizeof({self.element})));"),
        }[self.kind]

    def release(self):
        return {"new": f"delete[] {self.name};", "malloc": f"std::free({self.name});"}.get(self.kind)
