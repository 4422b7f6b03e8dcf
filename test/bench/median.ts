/**
 * Returns the middle one of an odd number of values, the upper of the two middle ones otherwise; 0
 * of none.
 */
export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
