// The wide forms count as well where Japanese or Chinese is written.
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** A cell as spreadsheets read it: always quoted, and nothing in it is taken for a formula. */
const cell = (text: string) => `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** Rows as CSV (RFC 4180). The mark at its front tells spreadsheets that it is UTF-8. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
