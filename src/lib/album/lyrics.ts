const stamp = /\[\d{1,3}:\d{2}(?:[.:]\d{1,3})?\]|<\d{1,3}:\d{2}(?:[.:]\d{1,3})?>/g
const about = /^\[(?:ar|al|ti|au|by|re|ve|offset|length|tool|la|id|#)\s*:[^\]]*\]\s*$/i

/** Returns the words of an .lrc file without its times and what it says of itself. */
export function wordsOfLrc(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .filter((line) => !about.test(line.trim()))
    .map((line) => line.replace(stamp, '').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
