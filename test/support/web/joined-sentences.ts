const joins = [
  // JSX: {say('It is yours.')}{' '}, or a space between two braces.
  /[.!?]'(?:,\s*\{[^{}]*\})?,?\s*\)\}(?:\{' '\}| (?=\{))/g,
  // A text of its own that begins with a space: ` ${say('It is yours.')}`.
  /` \$\{say\(\s*'(?:[^'\\]|\\.)*[.!?]'/g,
  // Two in one text: `${hooks()} ${say('It is yours.')}`.
  /\} \$\{say\(\s*'(?:[^'\\]|\\.)*[.!?]'/g,
  /<> \{say\('(?:[^'\\]|\\.)*[.!?]'/g,
]

/** Returns where a source joins sentences with a space, which not all languages have. */
export const joinedIn = (source: string): string[] =>
  joins.flatMap((pattern) => [...source.matchAll(pattern)].map(([text]) => text))
