import { faces, fontOf } from './text.ts'

export type PageFont = { family: string; source: string; descriptors: FontFaceDescriptors }

function* fontRules(rules: CSSRuleList): Generator<CSSFontFaceRule> {
  for (const rule of rules) {
    if (rule instanceof CSSFontFaceRule) yield rule
    else if (rule instanceof CSSGroupingRule) yield* fontRules(rule.cssRules)
  }
}

/** The stylesheets' typefaces; those installed on the visitor's machine are found by name. */
export function readFonts(): PageFont[] {
  return [...document.styleSheets].flatMap((sheet) =>
    [...fontRules(sheet.cssRules)].flatMap(({ style }) => {
      const said = (name: string, otherwise: string) => style.getPropertyValue(name) || otherwise
      const source = said('src', '')
      if (!source.includes('url(')) return []
      const descriptors = {
        weight: said('font-weight', '400'),
        stretch: said('font-stretch', '100%'),
        unicodeRange: said('unicode-range', 'U+0-10FFFF'),
      }
      return [{ family: said('font-family', '').replaceAll('"', ''), source, descriptors }]
    }),
  )
}

export function addFonts(set: FontFaceSet, fonts: readonly PageFont[]): void {
  for (const { family, source, descriptors } of fonts) set.add(new FontFace(family, source, descriptors))
}

/** A font that fails to load is replaced by one of the machine. */
export async function loadFonts(set: FontFaceSet, text: string): Promise<void> {
  await Promise.allSettled(Object.values(faces).map((face) => set.load(fontOf(face, 40), `${text}A0`)))
}

export const textOf = (scene: Record<'title' | 'artist' | 'casset' | 'handle' | 'address', string>, lyrics: string) =>
  [scene.title, scene.artist, scene.casset, scene.handle, scene.address, '@', lyrics].join(' ')
