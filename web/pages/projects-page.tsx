import { Skeleton } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import type { User } from '../../contract/people/accounts.ts'
import { viewAddress, viewKey } from '../../rules/filters/views.ts'
import { openRegistration } from '../features/people/accounts/auth-dialog-state.ts'
import { useMe } from '../features/people/accounts/use-me.ts'
import { ProjectPanel } from '../features/watching/projects/project-panel.tsx'
import { ProjectTrial } from '../features/watching/projects/project-trial.tsx'
import { useAskedWords } from '../features/watching/projects/use-asked-words.ts'
import { useProjects } from '../features/watching/projects/projects-cache.ts'
import { LoadFailure } from '../kit/ui/components/load-failure.tsx'
import { ActionToasts } from '../kit/ui/components/action-toast.tsx'
import { PageFrame, PageHeading } from '../kit/ui/components/page-frame.tsx'
import { Stack } from '../kit/ui/components/stack.tsx'
import typography from '../kit/ui/typography.module.css'
import { PaidThanks } from './paid-thanks.tsx'
import { useTimeZoneOf } from './time-zone-of.ts'
import { useProjectPrice } from './product-prices.ts'

/** /custom-category: the monitored projects, each a panel of its own. Who has none tries words on it first, guests as well. */
export function ProjectsPage() {
  const { user, error, retry } = useMe()
  return (
    <PageFrame name="Упоминания" width="whole">
      <PageHeading
        title="Упоминания"
        lead="Что говорят о вас, о товаре, о конкурентах: по вашим словам, с контекстом и стоп-словами."
      />
      {user === null ? (
        <GuestTrial />
      ) : user ? (
        <>
          <PaidThanks />
          <Projects key={user.id} user={user} />
        </>
      ) : error ? (
        <LoadFailure error={error} onRetry={retry} />
      ) : (
        <Waiting />
      )}
      <ActionToasts />
    </PageFrame>
  )
}

const Waiting = () => <Skeleton height={320} radius="lg" />

const ORDER = '/order?product=project'

function GuestTrial() {
  const { visit, words } = useAskedWords(null)
  const navigate = useNavigate()
  const price = useProjectPrice()
  const zone = useTimeZoneOf(null)
  const buy = (): void => {
    void navigate(ORDER)
    // They come back to the order they see behind it.
    openRegistration()
  }
  return (
    <ProjectTrial
      key={visit}
      title="Попробуйте слова до оплаты"
      of={null}
      zone={zone}
      asked={words}
      price={price}
      onBuy={buy}
    />
  )
}

function Projects({ user: { id, timeZone } }: { user: User }) {
  const { projects, error, retry } = useProjects()
  const { visit, words } = useAskedWords(id)
  const navigate = useNavigate()
  const price = useProjectPrice()
  if (!projects && error) {
    return (
      <LoadFailure error={error} onRetry={retry}>
        Проекты не загрузились.
      </LoadFailure>
    )
  }
  if (!projects) return <Waiting />
  const own = projects.filter(({ team }) => team === null)
  const empty = own.find(({ downtimeReason }) => downtimeReason === 'NOT_CONFIGURED')
  const first = empty ?? projects[0]
  return (
    <Stack>
      {(projects.length === 0 || (words !== null && !empty)) && (
        <ProjectTrial
          key={visit}
          title={projects.length === 0 ? 'Попробуйте слова до оплаты' : 'Новый проект'}
          of={id}
          zone={timeZone}
          asked={words}
          // Anyone who has one pays less for the next: the order says how much.
          price={own.some(({ downtimeReason }) => downtimeReason !== 'NO_SUBSCRIPTION') ? null : price}
          onBuy={() => void navigate(ORDER)}
        >
          <p className={typography.note}>
            Нужно время подумать?{' '}
            <Link to={`${ORDER}&type=trial`} className={typography.link}>
              Попросить тестовый доступ
            </Link>
          </p>
        </ProjectTrial>
      )}
      {projects.map((project) => (
        <ProjectPanel
          key={`${project.id} ${visit}`}
          project={project}
          zone={timeZone}
          feed={viewAddress(viewKey({ productType: 'project', productId: project.id }))}
          openAtFirst={project === first}
          takerId={project === empty ? id : null}
        />
      ))}
    </Stack>
  )
}
