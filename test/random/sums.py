"""Cases of nests whose bodies hold sums over loops of their own (products of matrices, convolutions, rows that are
normalized), followed by nests over what they computed, each case with its own driver.

Matrices are arrays of two dimensions, or flat memory of which a row has a length that the function is told. A sum's
terms do not commute in floating point, so another order prints other bytes.
"""
import re

FLAT_SIZES = [(0, 3, 2, 2), (1, 1, 1, 2), (2, 9, 0, 2), (3, 4, 5, 2), (4, 19, 3, 3)]  # n, m, p, q
ROOM = 1024


class Matrix:
    """`extents` are names of sizes, or such a name + " + 2"."""

    def __init__(self, name, extents, kind):
        self.name, self.extents, self.kind = name, extents, kind  # kind: in, out or local

    def at(self, case, *subscripts):
        if not case.flat:
            return self.name + "".join(f"[{s}]" for s in subscripts)
        if len(subscripts) == 1:
            return f"{self.name}[{subscripts[0]}]"
        row = f"({subscripts[0]})" if " " in subscripts[0] else subscripts[0]
        width = f"({self.extents[1]})" if " " in self.extents[1] else self.extents[1]
        return f"{self.name}[{row} * {width} + {subscripts[1]}]"

    def parameter(self, case):
        constant = "const " if self.kind == "in" else ""
        if case.flat:
            return f"{constant}{case.element} *{case.restrict}{self.name}"
        return f"{constant}{case.element} (&{case.restrict}{self.name}){self.dimensions(case)}"

    def dimensions(self, case):
        return "".join(f"[{case.constant(e)}]" for e in self.extents)


class Maker:
    def __init__(self, number, random):
        self.number, self.random = number, random
        self.flat = random.random() < 0.5
        self.restrict = "__restrict " if random.random() < 0.8 else ""
        self.element = random.choice(["float", "float", "double", "unsigned"])
        self.counter = random.choice(["int", "int", "int", "long"])
        # As constants: rows of 48 run in even strips, of which one of 3 is a part, and sums of more than 16 terms pay by rows.
        self.sizes = dict(zip("nmpq", [random.choice([1, 3, 6]), random.choice([5, 8, 11, 20, 48]),
                                       random.choice([1, 4, 18]), random.choice([1, 2, 3])]))
        self.stencils = self.flat or self.sizes["q"] == 2  # they reach two further
        self.matrices = []

    def chance(self, probability):
        return self.random.random() < probability

    def choice(self, *options):
        return self.random.choice(options)

    def constant(self, extent):
        size, _, more = extent.partition(" + ")
        return self.sizes[size] + int(more or 0)

    def bound(self, size):
        return size if self.flat else str(self.sizes[size])

    def literal(self):
        if self.element == "unsigned":
            return f"{self.random.randrange(1, 9)}u"
        return self.choice("0.5", "1.25", "3.0", "0.1") + ("f" if self.element == "float" else "")

    def matrix(self, extents, kind="in"):
        """An input that was made before, as often as not."""
        known = [m for m in self.matrices if m.extents == extents and m.kind == kind]
        if known and kind == "in" and self.chance(0.6):
            return self.random.choice(known)
        self.matrices.append(Matrix(f"{'a' if kind == 'in' else 'r'}{len(self.matrices)}", extents, kind))
        return self.matrices[-1]

    def loop(self, variable, bound, body, braces=None):
        step = self.choice(f"++{variable}", f"{variable}++")
        head = f"for ({self.counter} {variable} = 0; {variable} < {bound}; {step})"
        if len(body) == 1 and not braces:
            return [head] + ["  " + line for line in body]
        nested = len(body) > 1 and body[0].startswith("for ") and all(line.startswith(" ") for line in body[1:])
        if nested and not braces and body[-1] != "}":
            return [head] + ["  " + line for line in body]
        return [head + " {"] + ["  " + line for line in body] + ["}"]

    # -- the terms of a sum

    def term(self, row, column, terms):
        """An expression over the point and the sum's variables [(name, size)]."""
        names = [name for name, _ in terms]
        if names == ["u", "v"]:  # a stencil
            image = self.matrix(["n + 2", "m + 2"])
            return f"{image.at(self, f'{row} + u', f'{column} + v')} * {self.matrix(['q', 'q']).at(self, 'u', 'v')}"
        k, size = terms[0]
        factors = [self.choice(self.matrix(["n", size]).at(self, row, k), self.matrix([size, "m"]).at(self, k, column),
                               self.matrix(["m", size]).at(self, column, k))]
        factors.append(self.choice(self.matrix([size, "m"]).at(self, k, column), self.matrix([size]).at(self, k),
                                   self.matrix(["m"]).at(self, column), self.literal()))
        if len(terms) > 1:
            other, extent = terms[1]
            factors[1] = self.choice(self.matrix([extent, "m"]).at(self, other, column), self.matrix([extent]).at(self, other))
        return self.choice(" * ", " * ", " + ", " - ").join(factors)

    def accumulate(self, target, term):
        roll = self.random.random()
        if roll < 0.65:
            return [f"{target} {self.choice('+=', '+=', '+=', '-=')} {term};"]
        if roll < 0.75:
            return [f"{target} = {target} {self.choice('+', '-', '*')} {term};"]
        if roll < 0.85:
            return [f"{target} = {target} < {term} ? {term} : {target};"]
        if roll < 0.93:
            return [f"const {self.element} value = {term};", f"{target} += value * value;"]
        return [f"if ({term} > {self.literal()})", f"  {target} += {self.literal()};"]

    def sum(self, target, row, column):
        """Loops that add to target."""
        roll = self.random.random()
        if roll < 0.3 and self.stencils:
            terms = [("u", "q"), ("v", "q")]
        elif roll < 0.5:
            terms = [("k", "p"), ("l", "q")]
        else:
            terms = [("k", "p")]
        lines = self.accumulate(target, self.term(row, column, terms))
        for name, size in reversed(terms):
            bound = self.bound(size) if terms[0][0] != "u" else "2"
            if name == "k" and self.chance(0.08):
                bound = f"({row} + 1 < {bound} ? {row} + 1 : {bound})" if self.chance(0.5) else \
                    f"({column} < {bound} ? {column} : {bound})"
            lines = self.loop(name, bound, lines)
        return lines

    def start(self, row, column):
        return self.choice("0", "0", self.literal(), self.matrix(["m"]).at(self, column), self.matrix(["n"]).at(self, row),
                           self.matrix(["n", "m"]).at(self, row, column))

    # -- the nests

    def over_points(self, body):
        return self.loop("i", self.bound("n"), self.loop("j", self.bound("m"), body, braces=True))

    def summing(self, result):
        target = result.at(self, "i", "j")
        if self.chance(0.35):  # in the element
            return self.over_points([f"{target} = {self.start('i', 'j')};"] + self.sum(target, "i", "j"))
        body = [f"{self.element} acc = {self.start('i', 'j')};"] + self.sum("acc", "i", "j")
        value = "acc"
        if self.chance(0.2):
            body += [f"{self.element} second = {self.choice('acc', self.literal())};"] + self.sum("second", "i", "j")
            value = self.choice("acc + second", "acc * second", "second")
        if self.chance(0.3):
            value = self.choice(f"{value} > {self.literal()} ? {value} : 0", f"{value} * {self.literal()}",
                                f"{value} + {self.matrix(['m']).at(self, 'j')}")
        return self.over_points(body + [f"{target} = {value};"])

    def elementwise(self, source, result):
        value = source.at(self, "i", "j")
        value = self.choice(f"{value} * {self.literal()}", f"{value} + {self.matrix(['m']).at(self, 'j')}",
                            f"{value} > {self.literal()} ? {value} * {self.matrix(['n']).at(self, 'i')} : 0",
                            f"{value} - {self.matrix(['n', 'm']).at(self, 'i', 'j')}")
        return self.over_points([f"{result.at(self, 'i', 'j')} = {value};"])

    def product(self, source, result):
        right = self.matrix(["m", "m"])
        body = [f"{self.element} acc = {self.start('i', 'j')};"]
        body += self.loop("k", self.bound("m"), [f"acc += {source.at(self, 'i', 'k')} * {right.at(self, 'k', 'j')};"])
        return self.over_points(body + [f"{result.at(self, 'i', 'j')} = acc;"])

    def normalized(self, source, result):
        add = [f"total {self.choice('+=', '-=')} {source.at(self, 'i', 'j')};"]
        put = [f"{result.at(self, 'i', 'j')} = {source.at(self, 'i', 'j')} * total;"]
        return self.loop("i", self.bound("n"), [f"{self.element} total = {self.literal()};"] +
                         self.loop("j", self.bound("m"), add) + self.loop("j", self.bound("m"), put), braces=True)

    def make(self):
        kinds = ["local" if self.chance(0.5) else "out" for _ in range(self.random.choice([1, 1, 2]))] + ["out"]
        results = [self.matrix(["n", "m"], kind) for kind in kinds]
        lines = self.summing(results[0])
        source = results[0]
        for result in results[1:]:
            if self.chance(0.15):
                result = source  # in place
            make = self.random.choice([self.elementwise] * 4 + [self.product, self.normalized])
            if result is source:
                make = self.elementwise
            if self.chance(0.1):
                lines.append(self.choice("mix(n);", "// The next one.", "n = n + 0;") if self.flat else "// The next one.")
            lines += make(source, result)
            source = result
        return lines

    # -- around them

    def text(self):
        body = self.make()
        self.matrices = [m for m in self.matrices if re.search(rf"\b{m.name}\b", "\n".join(body))]
        declared = [m for m in self.matrices if m.kind == "local"]
        head = []
        for m in declared:
            head.append(f"std::vector<{self.element}> {m.name}(n * m);" if self.flat else
                        f"{self.element} {m.name}{m.dimensions(self)};")
        passed = [m for m in self.matrices if m.kind != "local"]
        parameters = [m.parameter(self) for m in passed]
        if self.flat:
            parameters += [f"int {size}" for size in "nmpq"]
        name = f"case_{self.number}"
        return [f"static void {name}({', '.join(parameters)}) {{"] + ["  " + line for line in head + body] + ["}"] + \
            self.driver(name, passed)

    def driver(self, name, passed):
        lines = [f"static void run_{self.number}() {{"]
        calls = FLAT_SIZES if self.flat else [(0, 0, 0, 0)]
        layouts = 2 if self.flat and not self.restrict else 1
        for number, sizes in enumerate(calls):
            for layout in range(layouts):
                lines += ["  {", f"    begin({self.random.randrange(1 << 30)}u);"]
                if self.flat:
                    lines += [f"    static {self.element} memory[{len(passed) * ROOM}];", "    for (auto &x : memory) fill(x);"]
                    step = [ROOM, 5][layout]
                    arguments = [f"memory + {position * step}" for position in range(len(passed))]
                    arguments += [str(size) for size in sizes]
                    lines += [f"    {name}({', '.join(arguments)});", "    for (auto x : memory) mix(x);"]
                else:
                    for m in passed:
                        lines += [f"    static {self.element} {m.name}{m.dimensions(self)};", f"    fill({m.name});"]
                    lines.append(f"    {name}({', '.join(m.name for m in passed)});")
                    lines += [f"    mix({m.name});" for m in passed]
                lines += [f"    end({self.number}, {2 * number + layout});", "  }"]
        return lines + ["}"]


def case(number, random):
    """(text, name of the driver)."""
    return "\n".join(Maker(number, random).text()), f"run_{number}"
