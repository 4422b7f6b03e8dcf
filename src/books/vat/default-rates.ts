/**
 * The standard rates of the European Union, which hold for music that is downloaded or streamed
 * (reduced rates of culture are for tangible copies and performances), in hundredths of a percent,
 * as of a day. Source: the European Commission's Taxes in Europe Database (TEDB) as of that day,
 * by github.com/vatnode/eu-vat-rates-data, `data/history-tedb.json`; the same in
 * github.com/ibericode/vat-rates (2025-08-12) and github.com/kdeldycke/vat-rates (2025-09-18).
 * Rates change a few times a year: the owner checks them at `source`.
 */
export const defaultRates = {
  asOf: '2026-09-23',
  source: 'https://europa.eu/youreurope/business/taxation/vat/vat-rules-rates/index_en.htm',
  basisPoints: {
    AT: 2_000,
    BE: 2_100,
    BG: 2_000,
    CY: 1_900,
    CZ: 2_100,
    DE: 1_900,
    DK: 2_500,
    EE: 2_400,
    ES: 2_100,
    FI: 2_550,
    FR: 2_000,
    GR: 2_400,
    HR: 2_500,
    HU: 2_700,
    IE: 2_300,
    IT: 2_200,
    LT: 2_100,
    LU: 1_700,
    LV: 2_100,
    MT: 1_800,
    NL: 2_100,
    PL: 2_300,
    PT: 2_300,
    RO: 2_100,
    SE: 2_500,
    SI: 2_200,
    SK: 2_300,
  },
} as const

/** Whether a country is a member of the European Union, whose sales an OSS return declares. */
export const isInUnion = (country: string): boolean => Object.hasOwn(defaultRates.basisPoints, country)
