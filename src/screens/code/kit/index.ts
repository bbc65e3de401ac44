/** `nonet/screen`: what own screens import. */
export {notFound, redirect} from './leave.ts'
