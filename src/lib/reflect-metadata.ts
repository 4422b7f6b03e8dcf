// What reads certificates needs this first. The executable has what a module imports of CommonJS at the
// start of that module's own code: imported where it is needed, it would come too late.
import 'reflect-metadata'
