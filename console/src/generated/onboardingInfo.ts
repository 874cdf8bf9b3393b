/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const OnboardingInfo: OperationField[] = [{name:"dismissed",kind:"flag",help:"Whether the list of first steps is hidden for all members."},{name:"skippedSteps",kind:"choices",help:"Skipped steps; a skip by one member applies to the organization.",options:["crm","notification"]}];

export const getOnboardingInfo: Operation = {id:"getOnboardingInfo",group:"onboardingInfo",method:"get",verb:"GET",title:"Get the onboarding state",permission:"organization:read",params:[]};
export const updateOnboardingInfo: Operation = {id:"updateOnboardingInfo",group:"onboardingInfo",method:"update",verb:"PATCH",title:"Change the onboarding state",help:"Any member may skip a step, for the whole organization. Absent fields keep their value. Maps merge by key and a null removes its key; arrays are replaced. Fields that the service sets are ignored.",permission:"onboarding:write",params:[],body:"record",fields:OnboardingInfo,hasTag:true};
