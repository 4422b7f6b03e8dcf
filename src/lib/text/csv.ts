// Full-width forms of these signs start formulas too, in Japanese and Chinese.
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
const plainNumber = /^-?\d+(?:\.\d+)?$/

const isFormula = (text: string) => formula.test(text) && !plainNumber.test(text)

/** Returns a quoted cell in which spreadsheets take nothing for a formula. */
const cell = (text: string) => `"${(isFormula(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** The byte order mark, which tells spreadsheets that the file is UTF-8. */
export const csvMark = '\uFEFF'

/** Returns a row as a line of CSV (RFC 4180). */
export const csvLine = (row: readonly string[]): string => `${row.map(cell).join(',')}\r\n`

export const toCsv = (rows: readonly (readonly string[])[]): string => csvMark + rows.map(csvLine).join('')
