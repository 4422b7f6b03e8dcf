import { setDefaultTimeout } from 'bun:test'
import { testLimitMs } from '../limits.ts'

// A file that is run by itself has the limit of the whole run. Bun forgets it before the next file
// of the same process, where Bun's own limit of 5 s counts unless the command line has another.
setDefaultTimeout(testLimitMs)
