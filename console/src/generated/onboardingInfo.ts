/** Generated from openapi.json by `npm run generate`; do not edit. */
import type { Operation, OperationField } from '../ui/operation/operation.ts';

const OnboardingInfo: OperationField[] = [{name:"dismissed",kind:"flag"},{name:"skippedSteps",kind:"choices",options:["crm","notification"]}];

export const getOnboardingInfo: Operation = {id:"getOnboardingInfo",group:"onboardingInfo",method:"get",verb:"GET",title:"Get the onboarding state",permission:"organization:read",params:[]};
export const updateOnboardingInfo: Operation = {id:"updateOnboardingInfo",group:"onboardingInfo",method:"update",verb:"PATCH",title:"Change the onboarding state",permission:"onboarding:write",params:[],body:"record",fields:OnboardingInfo,hasTag:true};
