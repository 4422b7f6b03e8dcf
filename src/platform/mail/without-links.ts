/** An email address alone, maybe at the end of a sentence: it is no page. */
const localPart = String.raw`(?:[^\s@/\\:.．｡。]*|[\p{L}\p{M}\p{N}._%+-]*)[\p{L}\p{M}\p{N}_%+-]`
const domain = String.raw`[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*`
const address = new RegExp(`^["'“„«<(]{0,2}${localPart}@${domain}["'”“»>).,;:!?。]*$`, 'u')

/** Where a name ends in letters behind a dot, with what browsers leave out or take for one. */
const dot = /(?<=[\p{L}\p{M}\p{N}\p{So}\p{Cf}_-])(?:[.．｡]|(?<=[\da-z])。)(?=\p{Cf}*\p{L}[\p{L}\p{M}\p{Cf}])/giu

const cut = (text: string): string => (address.test(text) ? text : text.replaceAll('://', ': //').replace(dot, '$& '))

// A dot goes on with a name unless it ends the sentence.
const goesOn = /^(?:[\w@:\\%\p{M}\p{N}\p{So}\p{Cf}-]|[.．｡。](?=[^"'”“»>).,;:!?。]))/u
// Behind a scheme mail programs take any letter for a part of the host.
const goesOnInHost = /^\p{L}/u
const goesBefore = /[\p{L}\p{M}\p{N}\p{So}\p{Cf}@./:\\%_-]$/u
// Japanese puts no spaces between words; no name of a host has these.
const parts = /[^\s「」『』（）、]+/gu
// Mail programs end a link at other characters, and begin another.
const pathOf = /^[/?#][\w\-./?#@&=+%:~!]*/

/**
 * Returns a text of which mail programs make no link but to pages of this site, as they do of
 * whatever looks like an address: names, titles and messages of others may stand in an email to
 * somebody who does not know them. The site's own `name` stays as it is, too.
 */
export function withoutLinks({ origin, name }: { origin: string; name: string }, text: string): string {
  const { host } = new URL(origin)
  const own = [origin, host, ...name.split(/\s+/).filter((word) => word.includes('.'))]
  return text.replace(parts, (word) => {
    for (const each of own) {
      const at = word.indexOf(each)
      if (at < 0) continue
      const [before, after] = [word.slice(0, at), word.slice(at + each.length)]
      if (goesOn.test(after) || (each === origin ? goesOnInHost.test(after) : goesBefore.test(before))) continue
      const [path = ''] = (each === origin || each === host ? pathOf.exec(after) : null) ?? []
      return cut(before) + each + path + cut(after.slice(path.length))
    }
    return cut(word)
  })
}
