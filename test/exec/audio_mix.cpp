// RUN: %check_exec %s
// Mixing two tracks with iterators and range-for: gain, sum, soft limit, level.
#include <cmath>
#include <cstdio>
#include <vector>

using Track = std::vector<float>;

static void amplify(Track &track, float gain) {
  for (auto it = track.begin(); it != track.end(); ++it)
    *it *= gain;
  for (auto it = track.begin(); it != track.end(); ++it)
    *it = *it / (1.0f + std::fabs(*it));
}

static float level(const Track &track) {
  float peak = 0;
  for (float sample : track)
    peak = std::fmax(peak, std::fabs(sample));
  float energy = 0;
  for (float sample : track)
    energy += sample * sample;
  return peak + energy;
}

static Track mix(const Track &left, const Track &right) {
  Track result(left.size());
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = left[i];
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] += right[i];
  return result;
}

int main() {
  for (int length : {0, 1, 2, 441}) {
    Track left(length), right(length);
    for (int i = 0; i < length; ++i) {
      left[i] = std::sin(0.05f * static_cast<float>(i));
      right[i] = static_cast<float>(i % 17) / 17.0f - 0.5f;
    }
    amplify(left, 1.5f);
    amplify(right, 0.5f);
    Track both = mix(left, right);
    std::printf("%d %a %a\n", length, level(both), level(right));
  }
}
