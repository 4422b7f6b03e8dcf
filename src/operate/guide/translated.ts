import { embedGuide } from './embed-guide.ts' with { type: 'macro' }

export const translated: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>> = embedGuide()
