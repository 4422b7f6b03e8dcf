import {
  type Language,
  languageOf,
  languages,
  listOfLanguages,
  ownLanguage,
  spokenLanguages,
} from '../../lib/language/languages.ts'
import { isCountry } from '../../lib/payment/country.ts'
import { longest } from '../../lib/text/longest.ts'

type Env = Readonly<Record<string, string | undefined>>
type Fault = <T>(name: string, problem: string, value: T) => T

export const unnamedSite = 'Tapedeck'

/** The site's name and its texts about itself. Null: none. */
export type SiteConfig = {
  readonly name: string
  readonly line: string | null
  readonly picture: string | null
  /** As #rrggbb. */
  readonly color: string | null
  /** The handle whose page the site opens with. */
  readonly startPage: string | null
  /** The languages of its pages, that of others first; at least one. */
  readonly languages: readonly Language[]
  readonly contactEmail: string | null
  /** The one who runs the site and sells here. The country is its code (ISO 3166-1). */
  readonly seller: { readonly country: string | null; readonly name: string | null; readonly address: string | null }
  /** Markdown, each in one language or several (src/lib/language/in-languages.ts). */
  readonly imprint: string | null
  readonly privacy: string | null
  readonly terms: string | null
  readonly contact: string | null
  readonly dropRules: string | null
}

/** Returns the signature of emails: the site's name, or its host without one. */
export const signatureOf = ({ config, site }: { config: { site: SiteConfig }; site: { origin: string } }): string =>
  config.site.name === unnamedSite ? new URL(site.origin).host : config.site.name

/** Reads the name and texts of the site; wrong variables are reported to `fault`. */
export function readSiteConfig(env: Env, fault: Fault): SiteConfig {
  const read = (name: string, most: number) => {
    const value = env[name]?.trim()
    if (!value) return null
    return [...value].length <= most ? value : fault(name, `must have at most ${most} characters`, null)
  }
  const matching = (name: string, pattern: RegExp, problem: string) => {
    const value = read(name, 200)
    return value === null || pattern.test(value) ? value : fault(name, `${problem}, but is "${value}"`, null)
  }
  return {
    name: oneLine(read('SITE_NAME', 60)) ?? unnamedSite,
    line: oneLine(read('SITE_LINE', 160)),
    picture: matching('SITE_PICTURE', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be the id of a picture'),
    color: matching('SITE_COLOR', /^#[0-9a-f]{6}$/i, 'must be a colour such as #b03f00'),
    startPage: matching('START_PAGE', /^[a-z0-9_-]{3,80}$/, 'must be a handle'),
    languages: readLanguages(read('LANGUAGES', 100) ?? listOfLanguages(spokenLanguages), fault),
    contactEmail: matching('CONTACT_EMAIL', /^[^\s<>@,;:"]+@[^\s<>@,;:"]+$/, 'must be an email address'),
    seller: {
      country: readCountry(read('SELLER_COUNTRY', 10), fault),
      name: oneLine(read('SELLER_NAME', longest.legalName)),
      address: read('SELLER_ADDRESS', longest.legalAddress),
    },
    imprint: read('IMPRINT', 50_000),
    privacy: read('PRIVACY_POLICY', 50_000),
    terms: read('TERMS', 50_000),
    contact: read('CONTACT', 50_000),
    dropRules: read('DROP_RULES', 50_000),
  }
}

// The one that is written from right to left is for building pages; no executable has its scripts.
const offered = Bun.isStandaloneExecutable ? spokenLanguages : languages

function readLanguages(value: string, fault: Fault): readonly Language[] {
  const named = value.split(',').map((each) => {
    const language = languageOf(each)
    return { each, language: offered.find((one) => one === language) }
  })
  const found = [...new Set(named.flatMap(({ language }) => language ?? []))]
  const unknown = named.find(({ language }) => language === undefined)
  if (unknown === undefined) return found
  return fault('LANGUAGES', `must be languages of ${offered.join(', ')}, but one is "${unknown.each}"`, [ownLanguage])
}

function readCountry(value: string | null, fault: Fault): string | null {
  const code = value?.toUpperCase() ?? null
  if (code === null || isCountry(code)) return code
  return fault('SELLER_COUNTRY', `must be the code of a country, such as DE, but is "${value}"`, null)
}

const oneLine = (text: string | null) => text?.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ') ?? null
