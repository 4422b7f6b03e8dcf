import '../lib/form-parts.ts'

export { byText } from '../../src/lib/music/by.ts'
