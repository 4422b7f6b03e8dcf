import { embedGuide } from './embed-guide.ts' with { type: 'macro' }

/** The guide in other languages than English, by language and the names of its topics. */
export const translated: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>> = embedGuide()
