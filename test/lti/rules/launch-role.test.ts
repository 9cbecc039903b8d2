import fc from 'fast-check'
import t from 'tap'
import { roleLetter, teaches } from '#src/access/rules/entitlement.ts'
import { isTestUser, type LaunchRole, launchApp, mainRole } from '#src/lti/rules/launch.ts'
import { holds } from '../../support/property.ts'

const CONTEXT = 'http://purl.imsglobal.org/vocab/lis/v2/membership'
const SCHOOL = 'http://purl.imsglobal.org/vocab/lis/v2/institution/person'
const SYSTEM = 'http://purl.imsglobal.org/vocab/lis/v2/system/person'

t.test('maps one role', async t => {
  const cases: [role: string, main: LaunchRole][] = [
    ['Learner', 'learner'],
    ['learner', 'learner'],
    [' Instructor ', 'instructor'],
    ['Student', 'learner'],
    ['TeachingAssistant', 'assistant'],
    ['ContentDeveloper', 'developer'],
    ['Administrator', 'administrator'],
    ['Mentor', 'observer'],
    ['Observer', 'observer'],
    ['Gardener', 'learner'],
    ['', 'learner'],
    ['urn:lti:role:ims/lis/Learner', 'learner'],
    ['urn:lti:role:ims/lis/Instructor', 'instructor'],
    ['urn:lti:role:ims/lis/TeachingAssistant', 'assistant'],
    ['urn:lti:role:ims/lis/TeachingAssistant/TeachingAssistant', 'assistant'],
    ['urn:lti:role:ims/lis/Instructor/Lecturer', 'instructor'],
    ['urn:lti:role:ims/lis/Learner/Instructor', 'learner'],
    ['urn:lti:role:ims/lis/Mentor/Advisor', 'observer'],
    ['urn:lti:role:ims/lis/Manager/Observer', 'observer'],
    ['urn:lti:role:ims/lis/Manager/AreaManager', 'learner'],
    ['urn:lti:instrole:ims/lis/Mentor', 'observer'],
    ['urn:lti:instrole:ims/lis/Administrator', 'administrator'],
    ['urn:lti:instrole:ims/lis/Student', 'none'],
    ['urn:lti:instrole:ims/lis/Instructor', 'none'],
    ['urn:lti:instrole:ims/lis/Other', 'none'],
    ['urn:lti:sysrole:ims/lis/None', 'none'],
    ['urn:lti:sysrole:ims/lis/TestUser', 'learner'],
    ['None', 'none'],
    ['other', 'none'],
    ['urn:lti:role:ims/lis/None', 'none'],
    ['urn:lti:role:ims/lis/Instructor/Other', 'instructor'],
    ['urn:lti:instrole:ims/lis/Observer', 'observer'],
    ['urn:lti:sysrole:ims/lis/SysAdmin', 'administrator'],
    ['urn:lti:sysrole:ims/lis/User', 'none'],
    [`${CONTEXT}#Learner`, 'learner'],
    [`${CONTEXT}#Instructor`, 'instructor'],
    [`${CONTEXT}#Administrator`, 'administrator'],
    [`${CONTEXT}#ContentDeveloper`, 'developer'],
    [`${CONTEXT}#Mentor`, 'observer'],
    [`${CONTEXT}/Mentor#Auditor`, 'observer'],
    [`${CONTEXT}/Manager#Observer`, 'observer'],
    [`${SCHOOL}#Observer`, 'observer'],
    [`${SCHOOL}#Mentor`, 'observer'],
    [`${CONTEXT}/Instructor#TeachingAssistant`, 'assistant'],
    [`${CONTEXT}/Instructor#PrimaryInstructor`, 'instructor'],
    [`${CONTEXT}/Learner#Learner`, 'learner'],
    [`${CONTEXT}/Learner#Instructor`, 'learner'],
    [`${CONTEXT}/Learner#GuestLearner`, 'learner'],
    [`${SCHOOL}#Instructor`, 'none'],
    [`${SCHOOL}#Student`, 'none'],
    ['http://purl.imsglobal.org/vocab/lis/v2/person#Student', 'none'],
    [`${SCHOOL}#Administrator`, 'administrator'],
    [`${CONTEXT}#None`, 'none'],
    [`${CONTEXT}/Instructor#Other`, 'instructor'],
    [`${SYSTEM}#Administrator`, 'administrator'],
    ['constructor', 'learner'],
    ['__proto__', 'learner'],
    ['urn:lti:role:ims/lis/constructor', 'learner'],
  ]
  for (const [role, main] of cases) t.equal(mainRole([role]), main, role)
  t.equal(mainRole([]), 'learner', 'no role')
})

t.test('maps several roles', async t => {
  const cases: [roles: string, main: LaunchRole][] = [
    ['Learner,Instructor', 'instructor'],
    ['Learner,TeachingAssistant', 'assistant'],
    ['Instructor,urn:lti:sysrole:ims/lis/Administrator', 'instructor'],
    ['Learner,urn:lti:instrole:ims/lis/Instructor', 'learner'],
    ['urn:lti:instrole:ims/lis/Administrator,urn:lti:role:ims/lis/Learner', 'learner'],
    ['urn:lti:role:ims/lis/Learner,urn:lti:instrole:ims/lis/Student,urn:lti:sysrole:ims/lis/User', 'learner'],
    ['urn:lti:instrole:ims/lis/Instructor,urn:lti:instrole:ims/lis/Student', 'none'],
    ['urn:lti:instrole:ims/lis/Student,urn:lti:sysrole:ims/lis/None', 'none'],
    ['Learner,None', 'learner'],
    ['Other,Instructor', 'instructor'],
    [`${SCHOOL}#Administrator,${SCHOOL}#Staff`, 'administrator'],
    ['Mentor,Instructor', 'instructor'],
    ['Gardener,Instructor', 'instructor'],
    [`${CONTEXT}#Learner,${SCHOOL}#Faculty`, 'learner'],
    [`${CONTEXT}#Instructor,${CONTEXT}#Learner`, 'instructor'],
  ]
  for (const [roles, main] of cases) t.equal(mainRole(roles.split(',')), main, roles)
})

t.test('recognizes the observers of each LMS', async t => {
  const sent: [lms: string, roles: string, main: LaunchRole][] = [
    ['Canvas 1.1', 'urn:lti:instrole:ims/lis/Observer,urn:lti:role:ims/lis/Mentor', 'observer'],
    [
      'Canvas 1.1, $Canvas.xuser.allRoles',
      'urn:lti:role:ims/lis/Learner/NonCreditLearner,urn:lti:role:ims/lis/Mentor,urn:lti:sysrole:ims/lis/User',
      'observer',
    ],
    ['Canvas 1.3', `${SCHOOL}#Student,${CONTEXT}#Mentor,${SYSTEM}#User`, 'observer'],
    ['Canvas 1.3, who also teaches', `${CONTEXT}#Instructor,${CONTEXT}#Mentor`, 'instructor'],
    ['Brightspace 1.1', 'urn:lti:instrole:ims/lis/Mentor,Mentor', 'observer'],
    ['Brightspace 1.1', 'urn:lti:instrole:ims/lis/Observer,Observer', 'observer'],
    ['Blackboard, course role', `${CONTEXT}#Mentor`, 'observer'],
    ['Blackboard, institution role only', `${SCHOOL}#Observer`, 'observer'],
    ['Moodle, any role that may not manage the tool', 'Learner', 'learner'],
  ]
  for (const [lms, roles, main] of sent) t.equal(mainRole(roles.split(',')), main, lms)
})

t.test('recognizes Canvas Student View', async t => {
  t.equal(isTestUser(['urn:lti:sysrole:ims/lis/TestUser']), true)
  t.equal(isTestUser(['http://purl.imsglobal.org/vocab/lti/system/person#TestUser']), true)
  t.equal(isTestUser(['Learner', 'TestUser']), true)
  t.equal(isTestUser(['Learner', 'NotATestUser']), false)
  t.equal(isTestUser(['TestUserGroup']), false)
  t.equal(isTestUser([]), false)
})

t.test('chooses the page of a launch', async t => {
  const cases: [asked: string | null, role: LaunchRole, app: string][] = [
    [null, 'learner', 'pay'],
    ['pay', 'learner', 'pay'],
    ['teacher', 'learner', 'pay'],
    ['wts', 'learner', 'wts'],
    ['anything', 'learner', 'pay'],
    [null, 'instructor', 'teacher'],
    ['pay', 'instructor', 'teacher'],
    ['wts', 'instructor', 'wts'],
    [null, 'assistant', 'teacher'],
    [null, 'administrator', 'teacher'],
    [null, 'developer', 'teacher'],
    [null, 'none', 'no-role'],
    [null, 'observer', 'observer'],
    ['wts', 'observer', 'observer'],
  ]
  for (const [asked, role, app] of cases) t.equal(launchApp(asked, role), app, `${asked} for ${role}`)
})

t.test('properties of roles', async t => {
  const names = Object.keys(roleLetter).flatMap(role => [role, `urn:lti:role:ims/lis/${role}`, `${CONTEXT}#${role}`])
  const role = fc.oneof(fc.constantFrom(...names), fc.string(), fc.webUrl())
  holds(t, 'any input maps to a role', [fc.array(role)], roles => mainRole(roles) in { ...roleLetter, none: '' })
  holds(t, 'order never matters', [fc.array(role)], roles => mainRole(roles) === mainRole(roles.toReversed()))
  holds(t, 'an instructor of the course teaches, whatever other roles they have', [fc.array(role)], roles =>
    teaches(mainRole([...roles, 'Instructor'])),
  )
  t.equal(new Set(Object.values(roleLetter)).size, Object.keys(roleLetter).length, 'each role has its own letter')
})
