import { encodingOf, isCentralEuropean, lettersOf } from '../encoding/mend-text.ts'
import { say } from '../language/say.ts'

// The encodings in which Windows writes names into zips, which browsers have not: 850 and 852.
const windowsWestern =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'
const windowsCentral =
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0'

const highFrom = 128
const decodeWith = (upper: string) => (raw: Uint8Array) =>
  Array.from(raw, (byte) => (byte < highFrom ? String.fromCharCode(byte) : upper[byte - highFrom])).join('')

// No Western word has three letters beyond ASCII in a row, or a capital one behind a small letter.
const isWestern = (text: string): boolean =>
  /^[ -~\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u00FE¿¡ªº«»·´°]*$/.test(text) &&
  !/[\u00C0-\u00FE]{3}|\p{Ll}[\u00C0-\u00DE]/u.test(text)

type Decode = (raw: Uint8Array) => string

/**
 * Returns how names are read of which the zip does not say that they are UTF-8, by all of them: one
 * program wrote them. Letters become "_" where nothing is certain.
 */
export function decoderOf(raws: readonly Uint8Array[]): Decode {
  const textOf = (decode: Decode) => raws.map(decode).join(' ')
  const western = decodeWith(windowsWestern)
  if (isWestern(textOf(western))) return western
  const found = encodingOf(raws)
  if (found !== undefined) return (raw) => new TextDecoder(found).decode(raw)
  const central = decodeWith(windowsCentral)
  if (isCentralEuropean(textOf(central))) return central
  const ofWindows: Decode = (raw) => new TextDecoder('windows-1252').decode(raw)
  return isWestern(textOf(ofWindows)) ? ofWindows : blanked()
}

/** Names that become the same are numbered. */
function blanked(): Decode {
  const given = new Map<string, number>()
  return (raw) => {
    const text = lettersOf(raw).replace(/[\x80-\xFF]/g, '_')
    const count = (given.get(text) ?? 0) + 1
    given.set(text, count)
    return count === 1 ? text : text.replace(/(?:\.[A-Za-z0-9]{1,5})?$/, ` (${count})$&`)
  }
}

/** A path in a zip with "/" between folders, or why it is none. */
export function cleanPath(name: string): { path: string; problem: string | null } {
  const path = name.replaceAll('\\', '/')
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  const isOutside = path.startsWith('/') || /^[a-z]:/i.test(path) || parts.includes('..') || path.includes('\0')
  const clean = parts.join('/')
  if (isOutside || clean === '') return { path: clean || name, problem: say('its name leads out of the zip') }
  return { path: clean, problem: null }
}
