/** Whether one of the ranges has this second. */
export function isWithin(ranges: TimeRanges, seconds: number): boolean {
  for (let range = 0; range < ranges.length; range += 1) {
    if (ranges.start(range) <= seconds && seconds < ranges.end(range)) return true
  }
  return false
}
