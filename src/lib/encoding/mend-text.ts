/**
 * Mends text of an older encoding that was read as Latin-1, as many programs wrote tags: for a
 * value the text that it stands for, itself where it is no such text, undefined where it surely is
 * one and nobody can tell which.
 */
export type MendText = (value: string) => string | undefined

const western = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, index) => 128 + index))].map(
    (letter, index) => [letter, 128 + index],
  ),
)

/** Undefined where a letter has no byte in Western encodings. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = [...text].map((letter) => {
    const code = letter.codePointAt(0) ?? 0
    return code <= 0xff ? code : western.get(letter)
  })
  return bytes.includes(undefined) ? undefined : Uint8Array.from(bytes, (byte) => byte ?? 0)
}

/** Returns bytes as the letters of Latin-1, one each. */
export const lettersOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

const hasHigh = (text: string): boolean => /[\u{80}-\u{10FFFF}]/u.test(text)

function strictly(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

// No word of a Western language has three letters beyond ASCII in a row, a character that Windows
// does not have, a sign such as "³" just before a small letter, or both a letter of Norwegian and
// one of Italian.
const isSurelyNotWestern = (text: string): boolean =>
  /[\x81\x8D\x8F\x90\x9D]|[\xC0-\xFF]{3}|[\xA0-\xFF]{4}|[\x80-\xFF]{6}|[\x82\x83][\s\S][\x82\x83]/.test(text) ||
  /\p{L}[£¥¦©¬¯³¶¹¼¾]\p{Ll}|(?:^|\s)[¦¬¯³¶¹¾]\p{Ll}/u.test(text) ||
  (/[øØ]/.test(text) && /[ìùòÌÙÒ]/.test(text))

const wordsOf = (text: string): string[] => text.match(/\p{L}+/gu) ?? []
const high = (text: string): string[] => text.match(/[\u{80}-\u{10FFFF}]/gu) ?? []
const isCased = (word: string): boolean => /^(?:\p{Lu}?\p{Ll}*|\p{Lu}+)$/u.test(word)

function isCyrillic(text: string): boolean {
  const words = wordsOf(text)
  return (
    high(text).every((letter) => /[\u0401-\u0491«»—–“”„…’№\u00A0]/.test(letter)) &&
    words.every((word) => isCased(word) && !/^[ъыь]./i.test(word)) &&
    words.every((word) => word.length < 4 || !hasHigh(word) || /[аеёиоуыэюяіїєў]/i.test(word)) &&
    words.every((word) => !/[a-z][\u0400-\u04FF]|[\u0400-\u04FF][a-z]/i.test(word))
  )
}

const central = /[ÁáČčĎďÉéĚěÍíŇňÓóŘřŠšŤťÚúŮůÝýŽžĄąĆćĘęŁłŃńŚśŹźŻżÄäÖöÜüŐőŰűĽľÔôĐđß«»„“”–—…’\u00A0]/
export const isCentralEuropean = (text: string): boolean =>
  high(text).every((letter) => central.test(letter)) &&
  /[čďěňřšťůžąćęłńśźżőű]/i.test(text) &&
  wordsOf(text).every((word) => isCased(word))

/** Greek words of two syllables have one accent, and end in few letters. */
function isGreek(text: string): boolean {
  const words = wordsOf(text).filter(hasHigh)
  return (
    high(text).every((letter) => /[\u0384-\u03CE«»—–“”’\u00A0]/.test(letter)) &&
    words.every((word) => isCased(word) && !/ς./.test(word)) &&
    words.every((word) => {
      const isUpper = word === word.toUpperCase()
      const vowels = word.match(/[αεηιουωάέήίόύώΆΈΉΊΌΎΏ]/gi)?.length ?? 0
      const accents = word.match(/[άέήίόύώΆΈΉΊΌΎΏ]/g)?.length ?? 0
      const isEnd = isUpper || /[αεηιουωάέήίόύώςνρξψ]$/i.test(word)
      return isEnd && (isUpper || vowels < 3 ? accents <= 1 : accents === 1)
    }) &&
    words.some((word) => /[άέήίόύώΆΈΉΊΌΎΏ]/.test(word) || word === word.toUpperCase())
  )
}

// The same bytes are small Cyrillic letters: a text that fits both is left undecided.
const isHebrew = (text: string): boolean =>
  high(text).length >= 2 &&
  high(text).every((letter) => /[\u05D0-\u05EA\u05F3\u05F4\u2013\u2014’]/.test(letter)) &&
  !/[ךםןףץ][א-ת]|[a-z][א-ת]|[א-ת][a-z]/i.test(text)

const kana = /[\u3041-\u3096\u30A1-\u30FA]/g
const isJapanese = (text: string): boolean =>
  (text.match(kana)?.length ?? 0) >= 2 &&
  high(text).every((letter) => /[\u3000-\u30FF\u4E00-\u9FA5\uFF01-\uFF5E\u2010-\u266F\u00D7々]/.test(letter))

const mostUsed =
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运爱情歌夜梦雨风花红黑雪夏冬春秋蓝星代亮飞远久忘泪笑吻醉岁月亮'
const koreanMost =
  '이가는을를의에고하다나사랑아리어지은도로기그내너우리인자시마음만한대서라오전날밤별꽃바람길해달비눈물봄여름가을겨울노래안녕요해줘게면보고싶어없있않못더왜다시처럼까지부터에게당신소년녀'

const share = (text: string, of: string): number =>
  high(text).filter((letter) => of.includes(letter)).length / Math.max(1, high(text).length)

const isChinese = (text: string): boolean =>
  high(text).length >= 2 &&
  high(text).every((letter) => /[\u4E00-\u9FA5\u3000-\u3011\uFF01-\uFF5E]/.test(letter)) &&
  share(text, mostUsed) >= 0.4
const isKorean = (text: string): boolean =>
  high(text).length >= 2 &&
  high(text).every((letter) => /[\uAC00-\uD7A3\u3000-\u3011]/.test(letter)) &&
  share(text, koreanMost) >= 0.4

const scripts: readonly (readonly [encoding: string, fits: (text: string) => boolean])[] = [
  ['windows-1251', isCyrillic],
  ['koi8-u', isCyrillic],
  ['ibm866', isCyrillic],
  ['windows-1250', isCentralEuropean],
  ['iso-8859-2', isCentralEuropean],
  ['windows-1255', isHebrew],
  ['windows-1253', isGreek],
  ['shift_jis', isJapanese],
  ['euc-jp', isJapanese],
  ['gb18030', isChinese],
  ['big5', isChinese],
  ['euc-kr', isKorean],
]

/**
 * Returns the encoding of the values of one file by all of them, as they come from one program: the
 * only one in which all words are of one script as its languages write it. Undefined where that is
 * not sure, and where all is UTF-8 or Western.
 */
export function detectEncoding(values: readonly string[]): string | undefined {
  const odd = values.filter((value) => hasHigh(value)).flatMap((value) => bytesOf(value) ?? [])
  const others = odd.filter((bytes) => strictly('utf-8', bytes) === undefined)
  const surely = others.some((bytes) => isSurelyNotWestern(lettersOf(bytes)))
  return surely ? encodingOf(others) : undefined
}

/** Returns how the values of one file are mended. Text that is UTF-8 is certain. */
export function menderOf(values: readonly string[], found: string | undefined = detectEncoding(values)): MendText {
  return (value) => {
    const bytes = hasHigh(value) ? bytesOf(value) : undefined
    if (!bytes) return value
    const certain = strictly('utf-8', bytes)
    if (certain !== undefined) return certain
    if (found !== undefined) return strictly(found, bytes) ?? value
    // A quote or dash of Windows, which Latin-1 takes for a control code.
    return isSurelyNotWestern(lettersOf(bytes)) ? undefined : strictly('windows-1252', bytes)
  }
}

/**
 * Returns the encoding in which bytes that are neither UTF-8 nor Western make words. Undefined
 * where another one makes other words of them.
 */
export function encodingOf(all: readonly Uint8Array[]): string | undefined {
  const found = new Map<string, string>()
  for (const [encoding, fits] of scripts) {
    const texts = all.map((bytes) => strictly(encoding, bytes))
    const text = texts.join('\n')
    if (!texts.includes(undefined) && fits(text) && !found.has(text)) found.set(text, encoding)
  }
  const [only] = found.values()
  return found.size === 1 ? only : undefined
}
