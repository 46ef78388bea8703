/** What has to be said of made-up prices, wherever they are seen; its first words stand out. */
export const SAMPLE_NOTICE_START = "Sample prices";
export const SAMPLE_NOTICE_END = " – not a live market";
export const SAMPLE_NOTICE = SAMPLE_NOTICE_START + SAMPLE_NOTICE_END;
