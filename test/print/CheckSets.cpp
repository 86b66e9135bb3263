//===- CheckSets.cpp - compares printed isl maps as sets --------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// check_sets FILE < OUTPUT: for each line "MAP: label: map" of FILE the output
// must have one line "label: map'" with an equal map; isl may spell it as it
// likes. A line "NO-MAP: label" asks that there is none.
//
//===----------------------------------------------------------------------===//
#include "Model/Isl.h"
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

/// "label: map" in two; the map is what follows the first ": [" or ": {".
static std::optional<std::pair<std::string, std::string>> splitLine(const std::string &Line) {
  size_t Colon = std::min(Line.find(": ["), Line.find(": {"));
  if (Colon == std::string::npos)
    return std::nullopt;
  return std::pair(Line.substr(0, Colon), Line.substr(Colon + 2));
}

static std::optional<std::string> after(const std::string &Line, const std::string &Mark) {
  size_t At = Line.find(Mark);
  return At == std::string::npos ? std::nullopt : std::optional(Line.substr(At + Mark.size()));
}

int main(int Argc, char **Argv) {
  if (Argc != 2)
    return 2;
  std::vector<std::pair<std::string, std::string>> Printed;
  for (std::string Line; std::getline(std::cin, Line);)
    if (auto Parts = splitLine(Line))
      Printed.push_back(*Parts);

  isl_ctx *Ctx = isl_ctx_alloc();
  int Faults = 0, Checked = 0;
  std::ifstream Test(Argv[1]);
  for (std::string Line; std::getline(Test, Line);) {
    auto Absent = after(Line, " NO-MAP: ");
    auto Wanted = after(Line, " MAP: ");
    if (!Absent && !Wanted)
      continue;
    ++Checked;
    auto Expected = Absent ? std::optional(std::pair(*Absent, std::string())) : splitLine(*Wanted);
    std::vector<std::string> Found;
    for (const auto &[Label, Map] : Printed)
      if (Expected && Label == Expected->first)
        Found.push_back(Map);
    bool Good =
        Absent
            ? Found.empty()
            : Expected && Found.size() == 1 &&
                  isl::map(isl::ctx(Ctx), Expected->second).is_equal(isl::map(isl::ctx(Ctx), Found.front())).is_true();
    if (Good)
      continue;
    ++Faults;
    std::cerr << "not as expected: " << Line << '\n';
    for (const std::string &Map : Found)
      std::cerr << "  found: " << Map << '\n';
  }
  isl_ctx_free(Ctx);
  if (Faults)
    for (const auto &[Label, Map] : Printed)
      std::cerr << "printed: " << Label << ": " << Map << '\n';
  return Faults || !Checked ? 1 : 0;
}
