import { toWireCoupon } from '#src/codes/contract.ts'
import { type Call, call } from '#src/http/staff-calls.ts'
import type { SearchResult } from '../search-records.ts'

const wirePerson = (p: SearchResult['people'][number]) => ({
  id: p.id,
  name: p.name,
  email: p.email,
  school: p.school,
  course: p.course,
  courses: p.courses,
  token: p.token,
})

const wireStory = ({ people, chapters, moments, views }: NonNullable<SearchResult['story']>) => ({
  people: people.map(wirePerson),
  standings: chapters.map(({ entitlement: e, standing }) => ({
    kind: e.kind,
    token: e.token,
    course: { context_id: e.course.contextId, context_title: e.course.title },
    school: e.school.name,
    is_in: standing.isIn,
    why: standing.why,
    more: standing.more,
    fixes: standing.fixes,
  })),
  timeline: moments.map(({ at, place, ...m }) => ({ at: at.toISOString(), ...m, course: place })),
  views,
})

export const findCalls: Call[] = [
  call({
    method: 'GET',
    path: '/api/find',
    does: 'Searches for `q`: a code, an email, a token, a course id, a school key or a payment id, otherwise by name prefixes (at most 20). A single person is returned with their timeline.',
    answers: [
      'person',
      'people',
      'teachers',
      'coupons',
      'courses',
      'schools',
      'people_named',
      'teachers_named',
      'schools_named',
    ],
    async run({ query, staff, modules }) {
      const found = await modules.staff.searchRecords(query.q ?? '', staff)
      return {
        question: found.question.is,
        person: found.story && wireStory(found.story),
        people: found.people.map(wirePerson),
        teachers: found.teachers.map(({ course, ...p }) => ({
          ...p,
          course: { id: course.id, context_id: course.contextId, context_title: course.title },
        })),
        coupons: found.codes.map(toWireCoupon),
        courses: found.courses.map(c => ({
          id: c.id,
          context_id: c.contextId,
          context_title: c.title,
          school: c.school,
          product_codes: c.products,
          people_in: c.inside,
          people_not_in: c.outside,
        })),
        schools: found.schools,
        people_named: found.named.people,
        teachers_named: found.named.teachers,
        schools_named: found.named.schools,
      }
    },
  }),
]
