/** Marks that Markdown, addresses, lists and formats are written with, alone and repeated. */
const marks = [
  ...['>', '> ', '1. ', '- ', '>1. ', '+ ', '* ', '>- ', '- > ', '>\t', '-\t', '1)\t', '-\n', '- a\n', '> a\n'],
  ...['*', '**', '***', '_', '*_', '*a ', 'a*', '~', '~~a', '`', '``', '` ', '`*', '[`', '*[', '`a` ', '**a** '],
  ...['[', '](', '[](', '![', '[![', '[a](b)', '[a]', '[a]: b\n', '[a][b]', '[a](<', '[a]("', '[^1]', '[ ] '],
  ...['<', '<a', '<a>', '</', '<!--', '<?', '&', '&#', '&amp;', '&#xE000;', '|', '|-', '| a | b\n|-|-|\n', '"', '('],
  ...['#', '# ', '# a\n', '=\n', 'a\n=\n', '---\n', '\n', 'a\n\n', '\\', '\\\n', '  \n', '```\n', '~~~\n', '    a\n'],
  ...['http://', 'http://a ', 'http://a\n', 'http://a).', 'www.', 'a@b.c', '@a', '#a ', 'a.', '../', '%00', 'a,', ';'],
  ...['[00:01.00]', '[00:01.00]a\n', '<00:01.00>', '{"a":', '[[', ' ', '\t', '0', '-', 'é', 'a\u0301', '\u0301'],
  ...['漢', 'ﷺ', '🎧', '👩‍👩‍👧', '\u202e', '\u200d', 'İ', 'ß', 'ᄀ', '\ufdfa', 'क्ष', '\u0e33'],
] as const

/** Marks that open and marks that close as often. */
const pairs = [
  ['*a ', 'a* '],
  ['**', '**'],
  ['**a ', 'a** '],
  ['_a ', 'a_ '],
  ['~~a ', 'a~~ '],
  ['![', '](x)'],
  ['[', '](x)'],
  ['(', ')'],
  ['`', '`'],
  ['{"a":', '}'],
  ['[', ']'],
] as const

const filled = (length: number, mark: string) => mark.repeat(Math.ceil(length / mark.length)).slice(0, length)

function paired(length: number, [open, close]: readonly [string, string]): string {
  const times = Math.floor((length - 1) / (open.length + close.length))
  return `${open.repeat(times)}x${close.repeat(times)}`
}

/** Each line one level further in. */
function indented(length: number, mark: string, step: number): string {
  const lines: string[] = []
  for (let held = 0; held < length; held += lines.at(-1)?.length ?? 1) {
    lines.push(`${' '.repeat(lines.length * step)}${mark}a\n`)
  }
  return lines.join('').slice(0, length)
}

function ticks(length: number): string {
  let text = ''
  for (let times = 1; text.length < length; times += 1) text += `${'`'.repeat(times)} `
  return text.slice(0, length)
}

/** Returns the texts of a length that cost whoever reads them most. */
export const heavyTexts = (length: number): string[] => [
  ...marks.map((mark) => filled(length, mark)),
  ...pairs.map((pair) => paired(length, pair)),
  indented(length, '- ', 2),
  indented(length, '1. ', 3),
  indented(length, '> ', 1),
  indented(length, '>', 0),
  ticks(length),
  // Expressions that look for the end of a line, a word or an address go back over these.
  `${' '.repeat(length - 1)}x`,
  `${'a'.repeat(length - 1)}!`,
  `http://${'.'.repeat(length - 7)}`,
  `a@${'a.'.repeat(length / 2 - 1)}`,
  Array.from({ length: length / 16 }, (_, at) => `[${at}]: x\n[${at}] `)
    .join('')
    .slice(0, length),
]
