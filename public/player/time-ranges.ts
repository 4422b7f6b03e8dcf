/** Whether a second lies within what is there. */
export function isWithin(ranges: TimeRanges, seconds: number): boolean {
  for (let range = 0; range < ranges.length; range += 1) {
    if (ranges.start(range) <= seconds && seconds < ranges.end(range)) return true
  }
  return false
}
