const stamp = /\[\d{1,3}:\d{2}(?:[.:]\d{1,3})?\]|<\d{1,3}:\d{2}(?:[.:]\d{1,3})?>/g
const about = /^\[(?:ar|al|ti|au|by|re|ve|offset|length|tool|la|id|#)\s*:[^\]]*\]\s*$/i

/** Returns the words of an .lrc file without its times and what it says of itself. */
function wordsOfLrc(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .filter((line) => !about.test(line.trim()))
    .map((line) => line.replace(stamp, '').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const isTimed = /^\s*\[\d{1,3}:\d{2}/m

/** Returns lyrics as they are read: those with times, as clips use them, without these. */
export const shownLyrics = (text: string): string => (isTimed.test(text) ? wordsOfLrc(text) : text)
