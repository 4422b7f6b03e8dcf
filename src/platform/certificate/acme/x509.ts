// Loaded when a certificate is requested, as it costs a part of every start that few need. The
// library is imported one module further down: imported here, it would run before its own
// dependency.
import '../../../lib/reflect-metadata.ts'

export * from './x509-library.ts'
