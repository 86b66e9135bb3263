"""Cases of algorithms of the standard library beside loops and each other, each with its own driver.

Vectors have n elements, buffers behind pointers and arrays more. Iterators stay in range by construction; nothing is
copied onto itself.
"""
SIZES = {True: [0, 1, 2, 9], False: [1, 2, 5, 17]}
ROOM = 24


class Array:
    def __init__(self, name, kind, element):
        self.name, self.kind, self.element = name, kind, element

    def parameter(self):
        return {"vector": f"std::vector<{self.element}> &{self.name}", "pointer": f"{self.element} *{self.name}",
                "restrict": f"{self.element} *__restrict {self.name}",
                "array": f"{self.element} (&{self.name})[{ROOM}]"}.get(self.kind)

    def begin(self, offset=0):
        text = f"{self.name}.begin()" if self.kind in ("vector", "local") else self.name
        return text + (f" + {offset}" if offset else "")

    def is_vector(self):
        return self.kind in ("vector", "local")


class Maker:
    def __init__(self, number, random):
        self.number, self.random = number, random
        self.may_be_empty = random.random() < 0.5
        self.element = random.choice(["float", "float", "double", "unsigned"])
        self.other = random.choice([self.element] * 4 + ["float" if self.element == "double" else self.element])
        self.shifts = not self.may_be_empty and random.random() < 0.3
        self.arrays, self.recent, self.names = [], [], iter(["s", "m", "r", "e", "w", "z"])
        self.walks = random.random() < 0.25  # range-for loops over the one vector

    def choice(self, *options):
        return self.random.choice(options)

    def literal(self, element=None):
        element = element or self.element
        return f"{self.random.randrange(1, 9)}u" if element == "unsigned" else \
            f"{self.random.choice(['0.5', '1.25', '3.0', '0.1'])}{'f' if element == 'float' else ''}"

    def expression(self, values):
        """Over the names of values."""
        value = self.random.choice(values)
        for _ in range(self.random.choice([0, 1, 1, 1, 2, 2])):
            operand = self.random.choice(values + ["k", self.literal()])
            value = self.choice(f"{value} {self.choice('+', '-', '*')} {operand}",
                                f"{value} * {operand}", f"({value} > {operand} ? {value} : {operand})")
        return value

    def array(self):
        """Often one that was taken before, so that the members have something in common."""
        if not self.recent or self.random.random() < 0.4:
            self.recent = [self.random.choice(self.arrays)] + self.recent[:1]
        return self.random.choice(self.recent)

    def declared(self, element, name):
        return self.choice(f"{element} {name}", f"{element} {name}", f"const {element} &{name}", f"auto {name}",
                           f"const auto &{name}", f"double {name}" if element == "float" else f"{element} {name}")

    def span(self, array):
        """(begin, end, number of elements) of a range, the third for others that go along."""
        if array.is_vector():
            options = [(f"{array.name}.begin()", f"{array.name}.end()")] * 4 + [
                (f"std::begin({array.name})", f"std::end({array.name})"), (array.begin(), array.begin("n"))]
            if self.shifts:
                options += [(array.begin(1), f"{array.name}.end()"), (array.begin(), f"{array.name}.end() - 1")]
        else:
            options = [(array.name, f"{array.name} + n")] * 3
            if self.shifts:
                options += [(f"{array.name} + 1", f"{array.name} + n"), (array.name, f"{array.name} + (n - 1)")]
        return self.random.choice(options)

    def output(self, array):
        if self.shifts and array.kind in ("pointer", "restrict", "array"):
            return self.choice(array.begin(), array.begin(), array.begin(1), array.begin("off"))
        return array.begin()

    def result(self, array):
        return self.random.choice(["", "", "", f" -> {array.element}"])

    def capture(self):
        return self.choice("&", "&", "=", "k" if self.random.random() < 0.3 else "&")

    def body(self, expression):
        if self.random.random() < 0.2:
            return f"{{ const auto t = {expression}; return t * {self.literal()}; }}"
        return f"{{ return {expression}; }}"

    def algorithm(self):
        kind = self.random.choice(["transform"] * 5 + ["for_each"] * 4 + ["binary"] * 3 + ["copy", "fill", "generate",
                                  "iota", "count"] + ["accumulate"] * 3)
        source, target = self.array(), self.array()
        begin, end = self.span(source)
        ranged = source.is_vector() and end == f"{source.name}.end()" and begin == f"{source.name}.begin()" \
            and self.random.random() < 0.4
        over, prefix = (source.name, "std::ranges::") if ranged else (f"{begin}, {end}", "std::")
        if kind == "transform":
            applied = f"[{self.capture()}]({self.declared(source.element, 'x')}){self.result(target)} {self.body(self.expression(['x']))}"
            if self.random.random() < 0.15:
                applied = self.choice("twice", "std::negate<>{}", "std::negate<>()")
            return f"{prefix}transform({over}, {self.output(target)}, {applied});"
        if kind == "for_each":
            body = self.choice(f"x = {self.expression(['x'])};", f"x += {self.literal()};", f"sum += x; x *= {self.literal()};",
                               f"if (x > k) x = {self.literal()};")
            if self.random.random() < 0.25:
                return f"{prefix}for_each({over}, [&]({self.declared(source.element, 'x')}) {{ sum += {self.expression(['x'])}; }});"
            return f"{prefix}for_each({over}, [&]({self.choice('auto', source.element)} &x) {{ {body} }});"
        if kind == "binary":
            second = self.array()
            applied = self.choice(f"[{self.capture()}]({self.declared(source.element, 'x')}, {self.declared(second.element, 'y')})"
                                  f" {self.body(self.expression(['x', 'y']))}",
                                  f"std::{self.choice('plus', 'minus', 'multiplies')}<>{{}}",
                                  f"std::plus<{self.element}>()")
            return f"std::transform({begin}, {end}, {second.begin()}, {self.output(target)}, {applied});"
        if kind == "copy":
            if source is target or "restrict" not in (source.kind, target.kind) and not (source.is_vector() or target.is_vector()):
                return f"{prefix}fill({over}, {self.choice(self.literal(), 'k', '0', 'k + 1')});"
            return self.choice(f"{prefix}copy({over}, {target.begin()});", f"std::copy_n({source.begin()}, n, {target.begin()});")
        if kind == "fill":
            return self.choice(f"{prefix}fill({over}, {self.choice(self.literal(), 'k', '0', 'k + 1')});",
                               f"std::fill_n({source.begin()}, n, {self.literal()});")
        if kind == "generate":
            return f"{prefix}generate({over}, [&] {{ return {self.choice('k + 1', 'count += 1', 'sum', 'k * count')}; }});"
        if kind == "iota":
            return f"std::iota({begin}, {end}, {self.choice('0', '3', self.literal(), 'count')});"
        if kind == "count":
            return f"std::for_each_n({source.begin()}, n, [&](const auto &x) {{ if (x > k) count += 1; }});"
        name = next(self.names, None)
        if not name:
            return f"sum += std::accumulate({begin}, {end}, {self.literal()});"
        applied = self.choice("", "", f", [{self.capture()}](auto a, {self.declared(source.element, 'x')}) {{ return a + {self.expression(['x'])}; }}",
                              ", std::plus<>{}")
        call = f"std::accumulate({begin}, {end}, {self.choice(self.literal(), 'k')}{applied})"
        self.results.append(name)
        return self.choice(f"auto {name} = {call};", f"const double {name} = {call} / (n + 1);", f"{self.element} {name} = {call};")

    def loop(self):
        """A loop over n elements, or over those of a vector."""
        source, target = self.array(), self.array()
        vectors = [a for a in self.arrays if a.is_vector()]
        if vectors and (self.walks or self.random.random() < 0.1):
            walked = self.walked if self.walks and self.walked else self.random.choice(vectors)
            return self.choice([f"for (auto &x : {walked.name})", f"  x = {self.expression(['x'])};"],
                               [f"for ({walked.element} x : {walked.name})", "  sum += x;"])
        size = f"{source.name}.size()" if source.is_vector() and self.random.random() < 0.6 else "n"
        kind = "std::size_t" if size != "n" else "int"
        value = self.expression([f"{source.name}[i]", f"{target.name}[i]"])
        return [f"for ({kind} i = 0; i < {size}; ++i)",
                self.choice(f"  {target.name}[i] = {value};", f"  {target.name}[i] = {value};", f"  sum += {value};")]

    def make(self):
        kinds = self.random.choice([["vector"], ["vector", "vector", "local"], ["restrict", "vector"], ["pointer"],
                                    ["restrict"], ["array", "array", "vector"]])
        for name in ["a", "b", "c", "d"][:self.random.randrange(2, 5)]:
            self.arrays.append(Array(name, self.random.choice(kinds), self.choice(self.element, self.element, self.other)))
        self.walked = next((a for a in self.arrays if a.is_vector()), None)
        self.results, lines = [], []
        for _ in range(self.random.randrange(2, 6)):
            lines += self.loop() if self.random.random() < 0.35 else [self.algorithm()]
            if self.random.random() < 0.1:
                lines.append(self.choice("mix(sum);", "k = k + 1;", "count += 2;"))
        body = [f"std::vector<{a.element}> {a.name}(n);" for a in self.arrays if a.kind == "local"]
        body += [f"{self.element} sum = 0;", f"{self.element} k = 2;", "int count = 0;"] + lines
        body += [f"mix({name});" for name in ["sum", "count"] + self.results]
        body += [f"for (auto x : {a.name}) mix(x);" for a in self.arrays if a.kind == "local" and self.random.random() < 0.3]
        return body

    def text(self):
        body = self.make()
        name, passed = f"case_{self.number}", [a for a in self.arrays if a.kind != "local"]
        text = [f"static {self.element} twice_{self.number}({self.element} x) {{ return x + x; }}",
                f"static void {name}({', '.join([a.parameter() for a in passed] + ['int n', 'int off'])}) {{"]
        return text + ["  " + line.replace("twice", f"twice_{self.number}") for line in body] + ["}"] + self.driver(name, passed)

    def driver(self, name, passed):
        overlaps = [a for a in passed if a.kind == "pointer"]
        lines = [f"static void run_{self.number}() {{",
                 f"  for (int n : {{{', '.join(map(str, SIZES[self.may_be_empty]))}}})",
                 "    for (int layout = 0; layout < 3; ++layout) {"]
        for element in dict.fromkeys(a.element for a in overlaps):
            lines.append(f"      {element} shared_{element}[{8 * ROOM}] = {{}};")
            lines.append(f"      for (auto &x : shared_{element}) fill(x);")
        for position, a in enumerate(passed):
            if a.kind == "vector":
                lines.append(f"      std::vector<{a.element}> {a.name}(n);")
            elif a.kind == "pointer":
                lines.append(f"      {a.element} *{a.name} = shared_{a.element} + (layout == 0 ? {position * ROOM} : layout == 1 ? 0 : {position});")
            else:
                lines.append(f"      {a.element} {a.name}[{ROOM}];")
            if a.kind != "pointer":
                lines.append(f"      for (auto &x : {a.name}) fill(x);")
        lines.insert(3, f"      begin({self.random.randrange(1 << 30)}u + n);")
        lines.append(f"      {name}({', '.join([a.name for a in passed] + ['n', 'layout % 2'])});")
        for a in passed:
            lines.append(f"      for (auto x : {a.name}) mix(x);" if a.kind != "pointer" else f"      for (auto x : shared_{a.element}) mix(x);")
        return lines + [f"      end({self.number}, 3 * n + layout);", "    }", "}"]


def case(number, random):
    """(text, name of the driver)."""
    return "\n".join(Maker(number, random).text()), f"run_{number}"
