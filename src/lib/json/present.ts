/** Returns what is there of an object. */
export function present<Tags extends object>(
  tags: {
    [Key in keyof Tags]: Tags[Key] | undefined
  },
): { [Key in keyof Tags]?: NonNullable<Tags[Key]> } {
  const kept: { [Key in keyof Tags]?: NonNullable<Tags[Key]> } = {}
  for (const key in tags) {
    const value = tags[key]
    if (value !== undefined && value !== null) kept[key] = value
  }
  return kept
}
