// Loaded when a certificate is asked for, as it takes a part of every start that few need. The
// library is imported one module further down: right here it would be run before what it needs.
import '../../lib/reflect-metadata.ts'

export * from './x509-library.ts'
