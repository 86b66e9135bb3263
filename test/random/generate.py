#!/usr/bin/env python3
"""Random programs of sibling loops, free of undefined behaviour: the same seed gives the same text.

Usage: generate.py --seed S --first I --count N [--only KIND]    prints one translation unit of N cases
A case is a function, its types, and a driver; `case(seed, index)` is all that the runner needs.
"""
import argparse
import random
import re

import algorithms
import calls
import members
import memory
import sums
from affine import Subscript, const
from case import SIZES, Case
from statements import PASSED, Context

KINDS = ["algorithms", "sums"]  # beside the usual one
MARK = "// ------\n"  # stands in front of each case


def case(seed, index, only=None):
    """(text of case \p index, name of its driver). \p only: all cases are of that kind."""
    chance = random.Random(f"{seed}/{index}/algorithms")
    kind = chance.random()
    if only == "algorithms" or (kind < 0.1 and not only):
        return algorithms.case(index, chance)
    if only == "sums" or (kind > 0.92 and not only):
        return sums.case(index, chance)
    attempt = 0
    while True:
        made = Case(index, random.Random(f"{seed}/{index}/{attempt}"))
        made.blocks = random.Random(f"{seed}/{index}/{attempt}/blocks")
        made.block_loops = made.blocks.choice([0, 0, 0, 0.6])
        made.passing = random.Random(f"{seed}/{index}/{attempt}/passing")
        made.passed_loops = made.passing.choice([0, 0, 0, 0.8])
        text = build(made)
        if text and not names_unknown_size(made, text):
            return text, f"run_{index}"
        attempt += 1


def names_unknown_size(case, text):
    """A loop of a body deeper than the nests may be indexed from the end of a size that the function has not."""
    return any(re.search(rf"\b{size} - ", text) for size in SIZES[case.depth:])


def translation_unit(cases):
    """A program of the given (text, driver) pairs."""
    calls = "".join(f"  {driver}();\n" for _, driver in cases)
    return '#include "prelude.h"\n\n' + "".join(f"{MARK}{text}\n\n" for text, _ in cases) + f"{MARK}int main() {{\n{calls}}}\n"


def build(case):
    memory.choose_arrays(case)
    for name in ["s0", "s1", "s2"][:case.random.choice([0, 1, 2, 3])]:
        case.scalars.append(name)
    case.scalars_at_top = len(case.scalars)
    case.taken |= set(case.scalars)
    scalars = [f"{case.scalar_type} {name} = {case.family.literal(case.scalar_type)};" for name in case.scalars]
    levels = members.frame(case)
    lines = []
    if case.passed_loops:
        scalars.append(f"{case.scalar_type} {PASSED} = {case.family.literal(case.scalar_type)};")
        case.taken.add(PASSED)
    for position in range(case.random.choices([2, 3, 4, 5, 6], [9, 7, 4, 2, 1])[0]):
        if position and case.chance(0.25):
            lines += members.between(case)
            case.member += 1
        if case.chance(0.06):
            lines.append(case.random.choice(["// first pass", "/* update */", "// TODO: faster"]))
        loop = one_loop(case, levels)
        lines += calls.outline(case, loop) if case.outlined and case.chance(0.7) and not passes(loop) else in_block(case, loop)
        case.member += 1
        case.recent = case.written_now + case.recent[:3]
        case.written_now = []
    lines = wrapped(case, lines + tail(case))
    if not memory.lay_out(case):
        return None
    return emit(case, scalars, lines)


def one_loop(case, levels):
    if case.depth == 1 and case.chance(case.element_loops) and (lines := members.element_loop(case)):
        return lines
    if case.conditional and case.chance(0.75):
        head = members.condition(case)
        return members.braces(head, members.nest(case, levels, Context(case.top_scopes(), [], False)), case)
    return members.nest(case, levels, Context(case.top_scopes(), []))


def passes(lines):
    return any(PASSED in line for line in lines)


def in_block(case, lines):
    """The loop in a block of its own that declares the counter, as old C has it."""
    head = re.match(r"for \((int|long|short|std::size_t|unsigned) (\w+) = ", lines[0])
    if not head or case.blocks.random() >= case.block_loops:
        return lines
    counter, name = head.groups()
    opened = [f"{counter} {name};", f"for ({lines[0][head.start(2):]}"] + lines[1:]
    if case.blocks.random() < 0.2:  # a second name that the blocks have in common
        opened.insert(0, f"const int last = {case.blocks.choice('123')};")
        opened.append("mix(last);" if case.blocks.random() < 0.5 else "(void)last;")
    return ["{"] + ["  " + line for line in opened] + ["}"]


def wrapped(case, lines):
    """The region as the body of something: a time loop, a condition, a block, a lambda."""
    roll = case.random.random()
    inner = ["  " + line for line in lines]
    if roll < 0.08 and case.values == case.calls:  # the sizes stay what they are
        return ["for (int step = 0; step < 2; ++step) {"] + inner + ["}"]
    if roll < 0.12:
        return [f"if ({case.names.get('n', 'n')} != 1) {{"] + inner + ["}"]
    if roll < 0.14:
        return ["{"] + inner + ["}"]
    if roll < 0.17:
        return ["auto update = [&] {"] + inner + ["};", "update();"]
    return lines


def tail(case):
    """What happens to the scalars and, now and then, to a temporary behind the loops."""
    case.returns = case.scalars_at_top > 0 and case.chance(0.6)
    lines = []
    for array in case.arrays:
        if array.declared_with and not array.fields and case.chance(0.12):
            lines.append(f"mix({case.access(array, [Subscript(const(0))] * array.rank, case.top_scopes())});")
    hashed = case.scalars[1:] if case.returns else case.scalars
    if case.passed_loops and case.passing.random() < 0.5:
        hashed = hashed + [PASSED]
    lines += [f"mix({name});" for name in hashed + case.results]
    return lines


def emit(case, scalars, lines):
    names = case.names
    setup = list(scalars)
    release = []
    if case.outer_variable:
        setup.insert(0, f"int {case.outer_variable};")
    for array in case.arrays:
        if array.declared_with:
            setup.append(array.declaration(names))
            if array.release():
                release.append(array.release())
    case.random.shuffle(setup)
    body = setup + lines + release
    if case.returns:
        body.append(f"return {case.scalars[0]};")
    parameters = [array.parameter() for array in case.arrays if array.parameter()]
    if case.struct in ("reference", "pointer"):
        parameters.insert(0, f"{case.struct_name} {'&' if case.struct == 'reference' else '*'}s")
    if not case.sizes_in_struct:
        parameters += [f"{case.size_type} {size}" for size in SIZES[:case.depth]]
    result = case.scalar_type if case.returns else "void"
    function = f"case_{case.number}"
    template = "template <class Size> " if not case.sizes_in_struct and case.chance(0.06) else ""
    if template:  # instantiated with the type of the arguments
        parameters[-case.depth:] = [f"Size {size}" for size in SIZES[:case.depth]]
    head = f"{result} {function}({', '.join(parameters)}) {{"
    text = [f"static {array.element} {array.name}{array.dimensions()};" for array in case.arrays if array.kind == "global"]
    text += memory.struct_text(case)
    functions, body = calls.define_all(case, body)
    text += ["  " + line if case.struct == "method" else line for line in functions]
    if case.struct == "method":
        text += ["  " + template + head] + ["    " + line if line else line for line in body] + ["  }", "};"]
    else:
        text += [template + "static " + head] + ["  " + line if line else line for line in body] + ["}"]
    text += memory.driver(case, f"{function}<{case.size_type}>" if template else function)
    return case.finish("\n".join(line if not line.strip().startswith("#") else line.strip() for line in text))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--only", choices=KINDS)
    options = parser.parse_args()
    print(translation_unit([case(options.seed, options.first + k, options.only) for k in range(options.count)]), end="")


if __name__ == "__main__":
    main()
