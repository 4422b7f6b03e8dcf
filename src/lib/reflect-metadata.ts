// The library that reads certificates needs this first. The executable puts CommonJS imports of a
// module at the start of that module's own code: imported where it is needed, it would come too
// late.
import 'reflect-metadata'
