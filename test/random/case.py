"""One random case: a function with sibling loops, and the code that calls it on every layout of its memory."""
import re

from affine import Affine, Subscript, const, var
from arrays import ALLOCATED, Access, Array
from elements import FAMILIES, Family
import loops

SIZES = ["n", "m", "l"]
NAMES_OF_ARRAYS = ["a", "b", "c", "d", "x", "y", "z", "out", "src", "dst"]
NAMES_OF_VARIABLES = [["i", "i", "i", "k", "p"], ["j", "j", "j", "k2", "q"], ["k", "k", "r"]]


class Case:
    def __init__(self, number, random):
        self.number, self.random = number, random
        self.outlined = self.chance(0.3)  # most loops stand in functions of their own
        self.friendly = self.chance(0.95 if self.outlined else 0.7)  # most offsets 0 and most loops alike: something to fuse
        self.family = Family(random.choice(["float", "float", "float", "wrap", "masked"]), random)
        self.elements = [random.choice(FAMILIES[self.family.name]) for _ in range(2)]
        self.depth = random.choices([1, 2, 3], [12, 7, 1])[0]
        self.square = self.depth > 1 and self.chance(0.4)
        self.unsigned_sizes = self.chance(0.25)
        self.size_type = random.choice(["std::size_t", "unsigned"]) if self.unsigned_sizes else "int"
        self.struct = random.choice([""] * (9 if self.friendly else 4) + ["reference", "pointer", "method"])
        self.names = {}
        if self.struct and self.chance(0.6):
            owner = {"reference": "s.", "pointer": "s->", "method": ""}[self.struct]
            self.names = {size: owner + size for size in SIZES}
        self.sizes_in_struct = bool(self.names)
        self.spelling = dict(self.names)
        self.spelling["unsigned-sizes"] = "yes" if self.unsigned_sizes else ""
        self.calls = self.make_calls()
        self.values = [dict(call) for call in self.calls]
        self.index_type = random.choice(loops.INDEX_TYPES)
        if self.friendly and self.chance(0.8):
            self.index_type = self.size_type
        self.scalar_type = "int" if self.family.name == "masked" else self.elements[0]
        self.conditional = self.chance(0.12)  # some loops stand under an `if`
        self.condition = None
        self.turns = self.chance(0.08)  # some loops count the other way round
        self.outer_variable = random.choice(["i", "k"]) if self.chance(0.12) else None
        self.arrays, self.accesses = [], []
        self.scalars = []  # variables of the function that hold values
        self.constants = []  # those that are only read
        self.taken = set()  # names that a body's variable must not hide
        self.member = 0  # the member being made
        self.written_now, self.recent = [], []  # arrays that this member and those before it wrote
        # how many loops are range-for, iterator or pointer loops
        self.element_loops = (random.choice([0.9] + [0.01] * 14) if self.friendly else 0.1)
        self.has_unsigned_index = self.unsigned_sizes
        self.walks_constant = False
        self.functions, self.results = [], []  # those functions, and variables that get their values

    def chance(self, probability):
        return self.random.random() < probability

    def make_calls(self):
        smallest = self.random.choice([0, 3])
        if self.depth == 3:
            pool = [0, 1, 2, 3, 4, 5]
        else:
            pool = [0, 1, 2, 3, 5, 8, 13]
        pool = [value for value in pool if value >= smallest]
        calls = []
        for _ in range(3):
            n = self.random.choice(pool)
            other = lambda: n if self.square else self.random.choice(pool)
            calls.append({"n": n, "m": other(), "l": other()})
        return calls

    # -- scopes: per call {name: (lowest, highest)}, None where the place is never reached

    def top_scopes(self):
        return [{size: (call[size], call[size]) for size in SIZES} for call in self.values]

    @staticmethod
    def enter(scopes, variable, space):
        inner = []
        for scope in scopes:
            interval = space.interval(scope) if scope is not None else None
            steps = interval and (scope.get("steps", False) or space.step != 1)  # it has gaps
            inner.append(None if interval is None else {**scope, variable: interval, "steps": steps})
        return inner

    # -- accesses

    def access(self, array, subscripts, scopes, is_write=False, unconditional=True):
        access = Access(array, subscripts, scopes, self.member, is_write, unconditional)
        access.field = self.random.choice(array.fields) if array.fields else ""
        array.accesses.append(access)
        self.accesses.append(access)
        return f"@{len(self.accesses) - 1}@"

    def offset(self):
        if self.chance(0.975 if self.friendly else 0.6):
            return 0
        return self.random.choice([-1, 1, -1, 1, -2, 2])

    def index(self, variable, context):
        """A subscript over one loop variable."""
        roll = self.random.random()
        plain = var(variable)
        if roll < (0.985 if self.friendly else 0.8):
            return Subscript(plain + self.offset())
        if self.friendly:
            roll = 1 - (1 - roll) * 13
        if roll < 0.9:
            return Subscript(self.mirrored(variable, context) + self.offset())
        if roll < 0.92:
            return Subscript(plain * 2 + self.offset())
        if roll < 0.95 and all(scope is None or scope[variable][0] >= 0 for scope in context.scopes):
            return Subscript(plain, self.random.choice("%/"), self.random.choice([2, 3, 4]))
        if roll < 0.97 and (table := self.index_table()):
            return Subscript(plain, through=self.access(table, [Subscript(plain)], context.scopes), bound=8)
        return Subscript(const(self.random.choice([0, 0, 1, 3])))

    def mirrored(self, variable, context):
        """n - 1 - i, where that cannot wrap around."""
        level = min(len(context.variables) - 1, 2)
        size = SIZES[context.variables.index(variable)] if level >= 0 else "n"
        mirrored = var(size) - 1 - var(variable)
        if all(scope is None or mirrored.interval(scope)[0] >= 0 for scope in context.scopes):
            return mirrored
        return var(variable)

    def index_table(self):
        for array in self.arrays:
            if array.name == "idx":
                return array
        if self.random.random() < 0.5:
            return None
        table = Array("idx", "restrict", "int", 1, False, [], read_only=True)
        table.is_table = True
        self.arrays.append(table)
        return table

    def subscripts(self, array, context):
        variables = list(context.variables)
        if array.rank == 1:
            # in a friendly case always the same loop's variable, else any
            chosen = variables[min(array.axis, len(variables) - 1)] if self.friendly else self.random.choice(variables)
            return [self.index(chosen, context)]
        if len(variables) < array.rank:
            variables += [variables[-1]] * (array.rank - len(variables)) if self.chance(0.5) else [None] * (array.rank - len(variables))
        variables = variables[:array.rank]
        if self.chance(0.005 if self.friendly else 0.08):
            variables.reverse()
        return [self.index(v, context) if v else Subscript(const(self.random.choice([0, 1]))) for v in variables]

    def reference(self, array, context, is_write=False):
        return self.access(array, self.subscripts(array, context), context.scopes, is_write, context.unconditional)

    def scalar(self):
        """A scalar to read or to change, or None; friendly members keep to one of their own."""
        if self.friendly and not self.chance(0.05):
            return self.scalars[self.member] if self.member < len(self.scalars) else None
        return self.random.choice(self.scalars) if self.scalars else None

    def readable(self, context):
        pool = [array for array in self.arrays if array.name != "idx"]
        recent = [array for array in self.recent if array in pool]
        if recent and self.chance(0.55):
            return self.random.choice(recent)
        return self.random.choice(pool)

    def writable(self):
        pool = [array for array in self.arrays if not array.read_only]
        fresh = [array for array in pool if array.kind in ALLOCATED + ("local",) and not array.accesses]
        if fresh and self.chance(0.5):
            return self.random.choice(fresh)
        return self.random.choice(pool)

    # -- text

    def finish(self, text):
        """Fills in the accesses, innermost tables first."""
        def fill(match):
            access = self.accesses[int(match.group(1))]
            return access.array.render(access, self.names)
        while "@" in text:
            text = re.sub(r"@(\d+)@", fill, text)
        return text
