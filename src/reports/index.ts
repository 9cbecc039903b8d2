import { countDays } from './count-days.ts'
import type { Deps } from './deps.ts'
import { saveOutsideTimes, listAnswerTimes, listDailyTotals, describeSchool, checkSchool, checkCourseForTeacher, describeSeats, countClassSteps, checkCourse } from './read-reports.ts'

export type { MeanAnswerTimes } from './store/answer-times.ts'

export const makeReports = (deps: Deps) => ({
  countDays: countDays(deps),
  saveAnswerTimes: saveOutsideTimes(deps),
  listAnswerTimes: listAnswerTimes(deps),
  listTotals: listDailyTotals(deps),
  describeSchool: describeSchool(deps),
  checkSchool: checkSchool(deps),
  checkCourseForTeacher: checkCourseForTeacher(deps),
  describeSeats: describeSeats(deps),
  countClass: countClassSteps(deps),
  checkCourse: checkCourse(deps),
})

export type Reports = ReturnType<typeof makeReports>
