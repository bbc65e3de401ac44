/** The script of every page of an application with own code under `nonet dev`. */
import './code/refresh.ts'
import './entry.own.client.tsx'
