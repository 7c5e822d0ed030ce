import { SourcesList } from '../features/watching/sources/sources-list.tsx'
import { PageFrame, PageHeading } from '../kit/ui/components/page-frame.tsx'
import { ForPerson } from './for-person.tsx'

/** /sources: how far behind each network is. Silence must never look like «no one writes». */
export function SourcesPage() {
  const head = (
    <PageHeading
      title="Слышимость сетей"
      lead="Насколько каждая сеть отстаёт и когда от неё пришло последнее сообщение. Если сеть молчит, это видно здесь."
    />
  )
  return (
    <PageFrame name="Слышимость сетей" width="reading">
      <ForPerson why="Слышимость сетей видят те, кто слушает." head={head}>
        {({ timeZone }) => (
          <>
            {head}
            <SourcesList zone={timeZone} />
          </>
        )}
      </ForPerson>
    </PageFrame>
  )
}
