import type { ComponentType } from 'react'
import { Route, Routes } from 'react-router'
import { findPage, pages, type PageName } from '../../contract/pages.ts'
import { pageNamed, type PreloadablePage } from '../kit/ui/page-named.tsx'
import { setPageFiles } from '../kit/ui/page-files.ts'
import { Shell, type ShellProps } from './shell.tsx'

const files = import.meta.glob<Record<string, ComponentType>>('./*-page.tsx')

/** Of `find-clients` it is `FindClientsPage` of find-clients-page.tsx; pages.test.ts finds a page that has no such file. */
const drawn = Object.fromEntries(
  Object.keys(pages).map((name) => [name, pageNamed(fileOf(name), `${toPascalCase(name)}Page`)]),
) as Record<PageName, PreloadablePage>

function fileOf(page: string): () => Promise<Record<string, ComponentType>> {
  const file = files[`./${page}-page.tsx`]
  if (!file) throw new Error(`no file draws the page ${page}`)
  return file
}

function toPascalCase(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase())
}

/** Every address there is. */
export function Pages({ expected }: ShellProps) {
  return (
    <Routes>
      <Route element={<Shell expected={expected} />}>
        {Object.entries(drawn).map(([name, Page]) => (
          <Route key={name} path={pages[name as PageName].path} element={<Page />} />
        ))}
      </Route>
    </Routes>
  )
}

setPageFiles((path) => drawn[findPage(path).name].fetchPage())
